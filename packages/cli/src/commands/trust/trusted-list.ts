import { dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import { readTrust, type TrustRecords, writeTrust } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import { trustFile } from "../../catalog/open-catalog.ts";
import type { Invocation } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { createStyle, type Style } from "../../terminal/style.ts";
import { countOf } from "../../terminal/text-width.ts";
import { findProjects } from "./trusted-project.ts";

/** State of a project since it was trusted. */
type State = "trusted" | "changed" | "missing" | "unreadable";
type Row = { readonly path: string; readonly skills: number; readonly at: string; readonly state: State };

/** `trust --list`: every trusted project, and whether it has changed. */
export async function listTrusted(invocation: Invocation, io: Io): Promise<number> {
  const fs = createNodeFileSystem();
  const rows: Row[] = [];
  for (const [path, { skills, at }] of readRecords(fs, io))
    rows.push({ path, skills: skills.size, at, state: await stateOf(path, { fs, invocation, io }) });
  if (invocation.flag("json")) await io.out(`${safeJson({ version: 1, projects: rows }, 2)}\n`);
  else if (rows.length === 0) await io.err("No project is trusted.\n");
  else await io.out(rows.map((row) => toLine(row, createStyle(io.terminal.color))).join(""));
  return exitCode.ok;
}

/** `trust --remove`: removes trust from the project around a folder, which may no longer exist. */
export async function forgetProject(path: string, invocation: Invocation, io: Io): Promise<number> {
  const fs = createNodeFileSystem();
  const absolute = absolutePath(path, io.cwd, io.place.home);
  const found = findRecord(readRecords(fs, io), fs.realPath(absolute) ?? absolute);
  if (found !== undefined) writeTrust(fs, trustFile(io), new Map([[found, undefined]]));
  const removed = found === undefined ? [] : [found];
  if (invocation.flag("json")) await io.out(`${safeJson({ version: 1, removed }, 2)}\n`);
  else if (found === undefined) await io.err(`${printable(absolute)} is not in a trusted project.\n`);
  else await io.err(`${printable(found)} is no longer trusted.\n`);
  return exitCode.ok;
}

/** A catalog works without the trust list, but these commands cannot. */
function readRecords(fs: FileSystem, io: Io): TrustRecords {
  const { records, findings } = readTrust(fs, trustFile(io));
  const [finding] = findings;
  if (finding === undefined) return records;
  throw new SkillError("state-unreadable", {
    path: finding.path,
    reason: finding.code === "trust-unreadable" ? finding.args.reason : finding.code,
  });
}

type Request = { readonly fs: FileSystem; readonly invocation: Invocation; readonly io: Io };

async function stateOf(path: string, { fs, invocation, io }: Request): Promise<State> {
  try {
    if (fs.realPath(path) !== path || fs.stat(path)?.kind !== "directory") return "missing";
    const { projects } = await findProjects(path, invocation, io);
    return projects.find((project) => project.path === path)?.state === "trusted" ? "trusted" : "changed";
  } catch (error) {
    // One project with a broken configuration must not hide the others.
    if (error instanceof SkillError) return "unreadable";
    throw error;
  }
}

const words: Readonly<Record<State, string>> = {
  trusted: "unchanged",
  changed: "skills added or changed since, so not trusted",
  missing: "no longer there",
  unreadable: "cannot be read",
};

function toLine({ path, skills, at, state }: Row, style: Style): string {
  const said = `${countOf(skills, "skill")} trusted on ${at.slice(0, 10)}, ${words[state]}`;
  const paint = state === "trusted" ? style.green : style.yellow;
  return `${paint(state === "trusted" ? "✓" : "✗")} ${printable(path)}\n  ${style.dim(said)}\n`;
}

function findRecord(records: TrustRecords, folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (records.has(at)) return at;
    if (dirname(at) === at) return undefined;
  }
}
