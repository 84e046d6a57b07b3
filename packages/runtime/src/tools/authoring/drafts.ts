import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { type Finding, formatFinding, SkillError } from "@skillwright/core";
import { checkSkill, findProfile, isValidSkillName } from "@skillwright/core/check";
import { createMemoryFileSystem, digestFiles, isFilePath, loadSkill } from "@skillwright/core/discover";
import { attemptOn, nodeSha256 } from "@skillwright/core/node";
import type { JsonObject } from "@skillwright/core/text";
import { toolsLimits } from "../limits.ts";

/** A skill being written. */
export type Draft = {
  readonly name: string;
  /** Text of each file by its path inside the skill. */
  readonly files: ReadonlyMap<string, string>;
  /** The digest the skill will have once installed. */
  readonly digest: string;
  /** A copy on disk, to inspect and try; installing never reads it. */
  readonly folder: string;
};

/** The drafts of one session. */
export type Drafts = {
  change(name: string, files: JsonObject): Draft;
  find(name: string): Draft;
  /** Removes one draft and its copy. */
  remove(name: string): void;
  /** Removes all drafts and their copies. */
  discard(): void;
};

export function createDrafts(): Drafts {
  const drafts = new Map<string, Draft>();
  let parent: string | undefined;
  return {
    change: (name, changes) => {
      if (!isValidSkillName(name)) throw invalid(`${name} is not a valid skill name`);
      if (!drafts.has(name) && drafts.size >= toolsLimits.drafts)
        throw invalid(`there are already ${drafts.size} drafts; save or continue one of them`);
      const files = mergeFiles(drafts.get(name)?.files, changes);
      parent ??= attemptOn(tmpdir(), () => mkdtempSync(`${tmpdir()}/skillwright-draft-`));
      const draft = { name, files, digest: digestOf(files), folder: `${parent}/${name}` };
      copyOut(draft);
      drafts.set(name, draft);
      return draft;
    },
    find: (name) => {
      const draft = drafts.get(name);
      if (draft === undefined) throw invalid(`no such draft: ${name}; write it with skills_draft first`);
      return draft;
    },
    remove: (name) => {
      const draft = drafts.get(name);
      if (draft !== undefined) rmSync(draft.folder, { recursive: true, force: true });
      drafts.delete(name);
    },
    discard: () => {
      drafts.clear();
      if (parent !== undefined) rmSync(parent, { recursive: true, force: true });
      parent = undefined;
    },
  };
}

function mergeFiles(
  earlier: ReadonlyMap<string, string> = new Map(),
  changes: JsonObject,
): ReadonlyMap<string, string> {
  const files = new Map(earlier);
  for (const [path, text] of Object.entries(changes)) {
    if (!isFilePath(path)) throw invalid(`${path} is not a path inside a skill`);
    if (typeof text !== "string" && text !== null)
      throw invalid(`the text of ${path} is neither text nor null`);
    if (text === null) files.delete(path);
    else files.set(path, text);
  }
  const clash = [...files.keys()].find((path) =>
    [...files.keys()].some((other) => other.startsWith(`${path}/`)),
  );
  if (clash !== undefined) throw invalid(`${clash} cannot be a file and a folder`);
  const length = [...files.values()].reduce((sum, text) => sum + text.length, 0);
  if (files.size > toolsLimits.draftFiles || length > toolsLimits.draftCharacters)
    throw invalid(
      `a draft has at most ${toolsLimits.draftFiles} files and ${toolsLimits.draftCharacters} characters`,
    );
  return files;
}

function digestOf(files: ReadonlyMap<string, string>): string {
  const encoder = new TextEncoder();
  const entries = [...files].map(([path, text]) => ({ path, hash: nodeSha256(encoder.encode(text)) }));
  return digestFiles(entries, nodeSha256);
}

function copyOut({ folder, files }: Draft): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    const file = `${folder}/${path}`;
    attemptOn(file, () => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { mode: modeOf(path), flag: "wx" });
    });
  }
}

/** Scripts of a skill are executable. */
export function modeOf(path: string): number {
  return path.startsWith("scripts/") ? 0o755 : 0o644;
}

function invalid(reason: string): SkillError {
  return new SkillError("tool-input-invalid", { reason: `Invalid parameter value: ${reason}` });
}

type CheckedDraft = {
  /** No errors. */
  readonly valid: boolean;
  readonly findings: readonly JsonObject[];
};

/** What `skillwright check` reports for a draft. */
export async function checkDraft({ name, files }: Draft): Promise<CheckedDraft> {
  // Grammars load only where skills are written.
  const { collectEvidence } = await import("@skillwright/core/scan");
  const fs = createMemoryFileSystem();
  const encoder = new TextEncoder();
  for (const [path, text] of files)
    fs.write(`/${name}/${path}`, encoder.encode(text), { executable: modeOf(path) === 0o755 });
  const findings = checkSkill(loadSkill(fs, `/${name}`), {
    profile: findProfile("standard"),
    collectEvidence,
  });
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
