import { formatFinding, limits, type SkillManifest } from "@skillwright/core";
import { checkSkill, findProfile, type Trit } from "@skillwright/core/check";
import type { LoadedSkill } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import { chooseTrit, type TritSource } from "../trit-source.ts";

/** A skill as `show` displays it. */
export type ShownSkill = {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly trit: Trit;
  /** Why the trit does not come from the requested source. */
  readonly note?: string;
  readonly manifest: SkillManifest;
  readonly body: string;
  readonly lines: number;
  /** An estimate: four characters to a token. */
  readonly tokens: number;
  /** Files other than SKILL.md. */
  readonly files: number;
};

/** Prepares a skill for display; undefined if its name or body cannot be read. */
export function describeSkill(
  { parsed, directory, file, files }: LoadedSkill,
  source: TritSource,
): ShownSkill | undefined {
  const { manifest, text, bodySpan, problems } = parsed;
  const { name, description = "", metadata } = manifest;
  if (!name || problems.some(({ rule }) => rule === "frontmatter.unclosed")) return undefined;
  const body = text.slice(bodySpan.start, bodySpan.end).trim();
  return {
    path: directory === "" ? file : directory,
    name,
    description,
    ...chooseTrit(name, metadata, source),
    manifest,
    body,
    lines: body === "" ? 0 : body.split("\n").length,
    tokens: Math.ceil(body.length / limits.charactersPerToken),
    files: files.all().filter(({ path }) => path.toLowerCase() !== "skill.md").length,
  };
}

/** The errors that prevent a skill from being shown, one per line. */
export function explainUnreadable(skill: LoadedSkill): string {
  const findings = checkSkill(skill, { profile: findProfile("standard"), categories: ["spec"] });
  return findings
    .filter(({ severity }) => severity === "error")
    .map((finding) => {
      const { line, column } = finding.range.start;
      return `${printable(finding.file)}:${line}:${column}: ${formatFinding(finding)} (${finding.rule})\n`;
    })
    .join("");
}
