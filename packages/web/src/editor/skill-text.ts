import { toScalar } from "@skillwright/core/check";
import { findEntry, type ParsedSkill, parseSkill } from "@skillwright/core/parse";

/** What the form shows of a SKILL.md. */
export type SkillForm = {
  readonly name: string;
  readonly description: string;
  /** As written: names separated by spaces. */
  readonly tools: string;
  readonly body: string;
  /** The line of the file on which the body begins. */
  readonly bodyLine: number;
  /** The head cannot be read, so that the form must not write into it. */
  readonly isBroken: boolean;
};

export type FormField = "name" | "description" | "allowed-tools";

export function readForm(text: string): SkillForm {
  const parsed = parseSkill(text);
  const { manifest, bodySpan } = parsed;
  const start = bodyStart(text, bodySpan.start);
  return {
    name: typedText(parsed, "name") ?? manifest.name ?? "",
    description: typedText(parsed, "description") ?? manifest.description ?? "",
    tools:
      typedText(parsed, "allowed-tools") ??
      (manifest.requestedTools ?? []).map((tool) => tool.text).join(" "),
    body: text.slice(start),
    bodyLine: text.slice(0, start).split("\n").length,
    isBroken: isBroken(parsed),
  };
}

/** A value on one line with the spaces at its end, so that they do not vanish while the next word is typed. */
function typedText({ frontmatter }: ParsedSkill, field: FormField): string | undefined {
  const value = frontmatter && findEntry(frontmatter, field)?.value;
  const isLine = value?.kind === "scalar" && value.style !== "literal" && value.style !== "folded";
  return isLine ? value.text : undefined;
}

/** The text with another value of a field. Everything else stays as its author wrote it, comments included. */
export function writeField(text: string, field: FormField, value: string): string {
  const parsed = parseSkill(text);
  if (isBroken(parsed)) return text;
  const line =
    value === "" && field === "allowed-tools" ? "" : `${field}: ${value === "" ? "" : toScalar(value)}`;
  if (parsed.frontmatter === undefined || parsed.frontmatterSpan === undefined)
    return `---\n${line.trimEnd()}\n---\n\n${text.trimStart()}`;
  const entry = findEntry(parsed.frontmatter, field);
  if (entry === undefined) {
    if (line === "") return text;
    const end = parsed.frontmatterSpan.end;
    const before = text.slice(0, end);
    return `${before}${before.endsWith("\n") ? "" : "\n"}${line.trimEnd()}\n${text.slice(end)}`;
  }
  const { start } = entry.key.span;
  const end = Math.max(endOf(text, entry.value.span.end), entry.key.span.end + 1);
  const rest = text.slice(end);
  return text.slice(0, start) + (line === "" ? rest.replace(/^[^\n]*\n/, "") : line.trimEnd() + rest);
}

export function writeBody(text: string, body: string): string {
  return text.slice(0, bodyStart(text, parseSkill(text).bodySpan.start)) + body;
}

function isBroken({ frontmatter, frontmatterSpan, problems }: ParsedSkill): boolean {
  const isUnclosed = problems.some(({ rule }) => rule === "frontmatter.unclosed");
  return (
    isUnclosed ||
    (frontmatterSpan !== undefined && frontmatterSpan.end > frontmatterSpan.start && !frontmatter)
  );
}

/** The empty line after the head belongs to neither. */
function bodyStart(text: string, start: number): number {
  return text[start] === "\n" ? start + 1 : start;
}

function endOf(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text[at - 1] ?? "")) at--;
  return at;
}

/** `my-skill.v2` → the next patch of a version; 0.1.0 for something else. */
export function nextVersion(version: string | undefined): string {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(version ?? "") ?? [];
  return patch === undefined ? "0.1.0" : `${major}.${minor}.${Number(patch) + 1}`;
}
