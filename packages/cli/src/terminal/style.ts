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
  background(color: string, text: string): string;
};

export function createStyle(colour: boolean): Style {
  if (!colour) return plain;
  return {
    bold: (text) => wrap("1", "22", text),
    dim: (text) => wrap("2", "22", text),
    italic: (text) => wrap("3", "23", text),
    underline: (text) => wrap("4", "24", text),
    red: (text) => wrap("31", "39", text),
    yellow: (text) => wrap("33", "39", text),
    blue: (text) => wrap("34", "39", text),
    green: (text) => wrap("32", "39", text),
    hex: (color, text) => wrap(`38;2;${channels(color)}`, "39", text),
    background: (color, text) => wrap(`48;2;${channels(color)}`, "49", text),
  };
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
  background: (_, text) => text,
};

function wrap(open: string, close: string, text: string): string {
  return `\u001b[${open}m${text}\u001b[${close}m`;
}

/** `#F59E0B` → `245;158;11`. */
function channels(color: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(";");
}

/** The styles for skills of one trit. */
export type Theme = {
  readonly style: Style;
  /** Without color, Markdown marks show emphasis and code. */
  readonly colour: boolean;
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

const dimColor = "#6B7280";

export function createTheme({ colors }: Trit, colour: boolean): Theme {
  const style = createStyle(colour);
  const primary: Paint = (text) => style.hex(colors.primary, text);
  const accent: Paint = (text) => style.hex(colors.accent, text);
  const dim: Paint = (text) => style.hex(dimColor, text);
  return {
    style,
    colour,
    primary,
    accent,
    dim,
    code: (text) => style.bold(style.background(colors.code, primary(text))),
    link: (text) => style.underline(accent(text)),
    keyword: (text) => style.bold(primary(text)),
    string: (text) => style.hex("#10B981", text),
    number: (text) => style.hex("#6366F1", text),
    comment: (text) => style.italic(dim(text)),
  };
}
