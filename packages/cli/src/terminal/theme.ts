import type { Trit } from "@skillwright/core/check";
import type { Paint } from "./markdown/runs.ts";
import { createStyle, type Style } from "./style.ts";

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
