import { dirname, resolve } from "node:path";
import { type Finding, SkillError } from "@skillwright/core";
import { fingerprintOf } from "@skillwright/core/check";
import type { FileSystem, LoadedSkill } from "@skillwright/core/discover";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../../command.ts";
import { cliLimits } from "../../limits.ts";
import { type Accepted, type AcceptedList, pathFrom } from "./suppress.ts";

/** Reads the file of `--baseline`: findings that were there before, which do not count. */
export function readBaseline(fs: FileSystem, file: string, cwd: string): AcceptedList {
  const path = resolve(cwd, file);
  if (fs.stat(path)?.kind !== "file") throw new SkillError("file-missing", { path: file });
  const { bytes, size } = fs.read(path, cliLimits.baselineBytes);
  const value = size > cliLimits.baselineBytes ? undefined : parseJson(new TextDecoder().decode(bytes));
  const rows = isJsonObject(value) && value.version === 1 ? value.findings : undefined;
  const entries = Array.isArray(rows) ? rows.map(toAccepted) : [undefined];
  const known = entries.filter((entry) => entry !== undefined);
  if (known.length < entries.length)
    throw new SkillError("config-invalid", { path: file, reason: "it is not a baseline of findings." });
  return { folder: dirname(path), entries: known, reason: "in the baseline" };
}

function toAccepted(row: unknown): Accepted | undefined {
  if (!isJsonObject(row)) return undefined;
  const { rule, path, fingerprint } = row;
  if (typeof rule !== "string" || typeof path !== "string" || typeof fingerprint !== "string")
    return undefined;
  return { rule, path, fingerprint };
}

/** Collects the findings of a scan for `--write-baseline`. */
export type BaselineWriter = {
  add(findings: readonly Finding[], skill: LoadedSkill): void;
  /** Returns how many findings the file has. */
  write(): number;
};

export function createBaselineWriter(fs: FileSystem, file: string, cwd: string): BaselineWriter {
  const path = resolve(cwd, file);
  const rows = new Map<string, Accepted>();
  return {
    add: (findings, skill) => {
      for (const finding of findings) {
        const fingerprint = fingerprintOf(finding, skill);
        const row = { rule: finding.rule, path: pathFrom(dirname(path), finding.file, cwd), fingerprint };
        rows.set(JSON.stringify(row), row);
      }
    },
    write: () => {
      const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
      const text = `${JSON.stringify({ version: 1, findings: sorted }, null, 2)}\n`;
      fs.write(path, new TextEncoder().encode(text));
      return sorted.length;
    },
  };
}

const usualFile = "skillwright.baseline.json";

/** Where `--write-baseline` writes to; undefined without the flag. */
export function baselineTarget(invocation: Invocation): string | undefined {
  if (!invocation.flag("write-baseline")) return undefined;
  if (invocation.flag("fix")) throw new UsageError("--write-baseline and --fix cannot be combined.");
  return invocation.option("baseline") ?? usualFile;
}
