import type { SkillManifest } from "@skillwright/core";
import { formatNumber, printable } from "@skillwright/core/text";
import { unpainted, wrapRuns } from "../../terminal/markdown/runs.ts";
import type { Theme } from "../../terminal/theme.ts";

export type SkillFacts = {
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
