import type { Trit } from "@skillwright/core/check";
import type { Paint } from "./markdown/runs.ts";

/** Colors and weights for terminal text; without color, text stays unchanged. */
export type Style = {
  bold(text: string): string;
  dim(text: string): string;
  italic(text: string): string;
  underline(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  blue(text: string): string;
  green(text: string): string;
  /** A color by its hexadecimal code. */
  hex(color: string, text: string): string;
  /** Text on a background; the text's color is shifted to be readable there. */
  onBackground(color: { readonly text: string; readonly background: string }, text: string): string;
};

/** Foreground colors by hexadecimal code are shifted to be readable on the terminal's background. */
export function createStyle(isColored: boolean, background: Background = "unknown"): Style {
  if (!isColored) return plain;
  const readable = new Map<string, string>();
  const toReadable = (color: string): string => {
    const known = readable.get(color) ?? readableColor(color, backgrounds[background]);
    readable.set(color, known);
    return known;
  };
  return {
    bold: (text) => wrap("1", "22", text),
    dim: (text) => wrap("2", "22", text),
    italic: (text) => wrap("3", "23", text),
    underline: (text) => wrap("4", "24", text),
    red: (text) => wrap("31", "39", text),
    yellow: (text) => wrap("33", "39", text),
    blue: (text) => wrap("34", "39", text),
    green: (text) => wrap("32", "39", text),
    hex: (color, text) => wrap(`38;2;${channels(toReadable(color))}`, "39", text),
    onBackground: (color, text) => {
      const [ink, paper] = [readableColor(color.text, [color.background]), color.background];
      return wrap(`48;2;${channels(paper)}`, "49", wrap(`38;2;${channels(ink)}`, "39", text));
    },
  };
}

export type Background = "dark" | "light" | "unknown";

/** Usual backgrounds of terminals. An unknown one may be black or white. */
export const backgrounds: Readonly<Record<Background, readonly string[]>> = {
  dark: ["#000000", "#1E1E1E"],
  light: ["#FFFFFF", "#FDF6E3"],
  unknown: ["#000000", "#FFFFFF"],
};

/** WCAG AA for text. */
const minContrast = 4.5;

/** The nearest lighter or darker shade of a color with enough contrast to all of the backgrounds. */
export function readableColor(color: string, behind: readonly string[]): string {
  for (let step = 0; step <= 255; step++) {
    for (const target of [255, 0]) {
      const shade = mix(color, target, step / 255);
      if (behind.every((background) => contrast(shade, background) >= minContrast)) return shade;
    }
  }
  return color;
}

function mix(color: string, target: number, share: number): string {
  const parts = rgb(color).map((part) => Math.round(part + (target - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

/** Contrast ratio by WCAG 2.2, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = rgb(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgb(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

const same = (text: string): string => text;
const plain: Style = {
  bold: same,
  dim: same,
  italic: same,
  underline: same,
  red: same,
  yellow: same,
  blue: same,
  green: same,
  hex: (_, text) => text,
  onBackground: (_, text) => text,
};

function wrap(open: string, close: string, text: string): string {
  return `\u001b[${open}m${text}\u001b[${close}m`;
}

/** `#F59E0B` → `245;158;11`. */
function channels(color: string): string {
  return rgb(color).join(";");
}

/** The styles for skills of one trit. */
export type Theme = {
  readonly style: Style;
  /** Without color, Markdown marks show emphasis and code. */
  readonly color: boolean;
  readonly primary: Paint;
  readonly accent: Paint;
  readonly dim: Paint;
  /** Inline code. */
  readonly code: Paint;
  readonly link: Paint;
  readonly keyword: Paint;
  readonly string: Paint;
  readonly number: Paint;
  readonly comment: Paint;
};

type ThemeTerminal = { readonly color: boolean; readonly background?: Background };

const dimColor = "#6B7280";

export function createTheme({ colors }: Trit, { color, background }: ThemeTerminal): Theme {
  const style = createStyle(color, background);
  const primary: Paint = (text) => style.hex(colors.primary, text);
  const accent: Paint = (text) => style.hex(colors.accent, text);
  const dim: Paint = (text) => style.hex(dimColor, text);
  return {
    style,
    color,
    primary,
    accent,
    dim,
    code: (text) => style.bold(style.onBackground({ text: colors.primary, background: colors.code }, text)),
    link: (text) => style.underline(accent(text)),
    keyword: (text) => style.bold(primary(text)),
    string: (text) => style.hex("#10B981", text),
    number: (text) => style.hex("#6366F1", text),
    comment: (text) => style.italic(dim(text)),
  };
}
