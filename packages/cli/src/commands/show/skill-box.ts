import type { SkillManifest } from "@skillwright/core";
import type { Trit } from "@skillwright/core/check";
import { formatNumber, printable } from "@skillwright/core/text";
import { unpainted, wrapRuns } from "../../terminal/markdown/runs.ts";
import { type Background, createTheme, type Theme } from "../../terminal/style.ts";
import { textWidth } from "../../terminal/text-width.ts";

export type BoxedSkill = { readonly name: string; readonly description: string; readonly trit: Trit };

/** A skill's name, role and description in a box of its color. */
export function skillBox(
  { name, description, trit }: BoxedSkill,
  look: { readonly color: boolean; readonly background?: Background; readonly width: number },
): string[] {
  const theme = createTheme(trit, look);
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

type SkillFacts = {
  readonly manifest: SkillManifest;
  readonly lines: number;
  readonly tokens: number;
  readonly files: number;
};

/** Key facts about a skill, as dim lines. */
export function skillFacts(
  { manifest, lines, tokens, files }: SkillFacts,
  look: { theme: Theme; columns: number },
): string[] {
  const { license, compatibility, requestedTools, tags, metadata } = manifest;
  const sizes = [
    license,
    metadata.version === undefined ? undefined : `version ${metadata.version}`,
    count(lines, "line"),
    `~${count(tokens, "token")}`,
    files === 0 ? undefined : `${count(files, "file")} beside it`,
  ];
  const rows: [string, string | undefined][] = [
    ["needs", compatibility],
    ["tools", requestedTools?.map(({ text }) => text).join(", ")],
    ["tags", tags?.join(", ")],
  ];
  const labelled = rows.flatMap(([label, text]) => (text ? hang(label, oneLine(text), look.columns) : []));
  const first = wrap(oneLine(sizes.filter((size) => size !== undefined).join(" · ")), look.columns);
  return [...first, ...labelled].map(look.theme.dim);
}

function count(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, " ").trim());
}

const labelWidth = 7;

function hang(label: string, text: string, columns: number): string[] {
  return wrap(text, columns - labelWidth).map(
    (line, index) => (index === 0 ? label : "").padEnd(labelWidth) + line,
  );
}

function wrap(text: string, columns: number): string[] {
  return wrapRuns([{ text, paint: unpainted }], columns);
}
