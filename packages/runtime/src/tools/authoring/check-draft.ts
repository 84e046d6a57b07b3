import { type Finding, formatFinding } from "@skillwright/core";
import { checkSkill, findProfile } from "@skillwright/core/check";
import { createMemoryFileSystem, loadSkill } from "@skillwright/core/discover";
import type { JsonObject } from "@skillwright/core/text";
import { type Draft, modeOf } from "./drafts.ts";

export type CheckedDraft = {
  /** No errors. */
  readonly valid: boolean;
  readonly findings: readonly JsonObject[];
};

/** What `skillwright check` reports for a draft. */
export function checkDraft({ name, files }: Draft): CheckedDraft {
  const fs = createMemoryFileSystem();
  const encoder = new TextEncoder();
  for (const [path, text] of files)
    fs.write(`/${name}/${path}`, encoder.encode(text), { executable: modeOf(path) === 0o755 });
  const findings = checkSkill(loadSkill(fs, `/${name}`), { profile: findProfile("standard") });
  return {
    valid: findings.every(({ severity }) => severity !== "error"),
    findings: findings.map((finding) => toRow(finding, name)),
  };
}

function toRow(finding: Finding, name: string): JsonObject {
  const { rule, severity, file, range } = finding;
  return {
    rule,
    severity,
    message: formatFinding(finding),
    file: file.slice(`/${name}/`.length),
    line: range.start.line,
  };
}
