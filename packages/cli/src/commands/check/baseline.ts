import { dirname, resolve } from "node:path";
import { type Finding, SkillError } from "@skillwright/core";
import { fingerprintOf } from "@skillwright/core/check";
import type { FileSystem, LoadedSkill } from "@skillwright/core/discover";
import type { Unread } from "@skillwright/core/scan";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../../command.ts";
import { cliLimits } from "../../limits.ts";
import {
  type Accepted,
  type AcceptedList,
  type AcceptedUnread,
  pathFrom,
  unreadFingerprint,
} from "./suppress.ts";

/** Reads the file of `--baseline`: findings that were there before, which do not count. */
export function readBaseline(fs: FileSystem, file: string, cwd: string): AcceptedList {
  const path = resolve(cwd, file);
  if (fs.stat(path)?.kind !== "file") throw new SkillError("file-missing", { path: file });
  const { bytes, size } = fs.read(path, cliLimits.baselineBytes);
  const value = size > cliLimits.baselineBytes ? undefined : parseJson(new TextDecoder().decode(bytes));
  const rows = isJsonObject(value) && value.version === 1 ? value.findings : undefined;
  const entries = Array.isArray(rows) ? rows.map(toAccepted) : [undefined];
  const known = entries.filter((entry) => entry !== undefined);
  const unreadRows = isJsonObject(value) && Array.isArray(value.unread) ? value.unread : [];
  const unread = unreadRows.map(toUnread).filter((entry) => entry !== undefined);
  if (known.length < entries.length || unread.length < unreadRows.length)
    throw new SkillError("config-invalid", { path: file, reason: "it is not a baseline of findings." });
  return { folder: dirname(path), entries: known, unread, reason: "in the baseline" };
}

function toAccepted(row: unknown): Accepted | undefined {
  if (!isJsonObject(row)) return undefined;
  const { rule, path, fingerprint } = row;
  if (typeof rule !== "string" || typeof path !== "string" || typeof fingerprint !== "string")
    return undefined;
  return { rule, path, fingerprint };
}

function toUnread(row: unknown): AcceptedUnread | undefined {
  if (!isJsonObject(row)) return undefined;
  const { path, reason, fingerprint } = row;
  if (typeof path !== "string" || typeof reason !== "string" || typeof fingerprint !== "string")
    return undefined;
  return { path, reason, fingerprint };
}

/** Collects the findings of a scan for `--write-baseline`. */
export type BaselineWriter = {
  add(findings: readonly Finding[], unread: readonly Unread[], skill: LoadedSkill): void;
  /** Returns how many findings and unread files the file has. */
  write(): { readonly findings: number; readonly unread: number };
};

export function createBaselineWriter(fs: FileSystem, file: string, cwd: string): BaselineWriter {
  const path = resolve(cwd, file);
  const rows = new Map<string, Accepted>();
  const unreadRows = new Map<string, AcceptedUnread>();
  return {
    add: (findings, unread, skill) => {
      for (const one of unread) {
        const fingerprint = unreadFingerprint(one, skill);
        if (fingerprint === undefined) continue;
        const file = `${skill.directory}/${one.path}`;
        const row = { path: pathFrom(dirname(path), file, cwd), reason: one.reason, fingerprint };
        unreadRows.set(JSON.stringify(row), row);
      }
      for (const finding of findings) {
        const fingerprint = fingerprintOf(finding, skill);
        const row = { rule: finding.rule, path: pathFrom(dirname(path), finding.file, cwd), fingerprint };
        rows.set(JSON.stringify(row), row);
      }
    },
    write: () => {
      const content = { version: 1, findings: sorted(rows), unread: sorted(unreadRows) };
      const text = `${JSON.stringify(content, null, 2)}\n`;
      fs.write(path, new TextEncoder().encode(text));
      return { findings: rows.size, unread: unreadRows.size };
    },
  };
}

function sorted<Row>(rows: ReadonlyMap<string, Row>): readonly Row[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

const usualFile = "skillwright.baseline.json";

/** Where `--write-baseline` writes to; undefined without the flag. */
export function baselineTarget(invocation: Invocation): string | undefined {
  if (!invocation.flag("write-baseline")) return undefined;
  if (invocation.flag("fix")) throw new UsageError("--write-baseline and --fix cannot be combined.");
  return invocation.option("baseline") ?? usualFile;
}
