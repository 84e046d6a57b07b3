import type { Trit } from "@skillwright/core/check";
import { printable } from "@skillwright/core/text";
import { wrapRuns } from "../../terminal/markdown/runs.ts";
import { textWidth } from "../../terminal/text-width.ts";
import { createTheme } from "../../terminal/theme.ts";

export type BoxedSkill = { readonly name: string; readonly description: string; readonly trit: Trit };

/** A skill's name, role and description in a box of its color. */
export function skillBox(
  { name, description, trit }: BoxedSkill,
  look: { colour: boolean; width: number },
): string[] {
  const theme = createTheme(trit, look.colour);
  const inner = look.width - 4;
  const head = [
    { text: printable(name), paint: theme.keyword },
    { text: " │ ", paint: theme.dim },
    { text: `● ${trit.role}(${trit.balanced})`, paint: theme.primary },
    { text: ` ${trit.colors.primary}`, paint: theme.dim },
  ];
  const sentence = printable(description.replace(/\s+/g, " ").trim());
  const below = sentence === "" ? [] : wrapRuns([{ text: sentence, paint: theme.dim }], inner);
  const edge = theme.primary("│");
  const lines = [...wrapRuns(head, inner), ...below].map((line) => {
    return `${edge} ${line}${" ".repeat(Math.max(0, inner - textWidth(line)))} ${edge}`;
  });
  const bar = "─".repeat(inner + 2);
  return [theme.primary(`┌${bar}┐`), ...lines, theme.primary(`└${bar}┘`)];
}
