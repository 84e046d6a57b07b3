import type { FileSystem } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { compact, printable } from "@skillwright/core/text";
import {
  expandWants,
  explainWhy,
  type LockedSkill,
  type Place,
  parseWants,
  type Reason,
  type WantedRoot,
} from "@skillwright/packaging";
import { type Command, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import {
  chooseLocked,
  findPlace,
  readLock,
  readText,
  scopeFlags,
  scopeNotes,
} from "../packages/open-place.ts";
import { shortRelease } from "../packages/short-release.ts";
import { safeJson } from "../terminal/safe-text.ts";
import { createStyle, type Style } from "../terminal/style.ts";

/** Explains why a skill is installed. */
export const whyCommand: Command = {
  name: "why",
  usage: "NAME [options]",
  flags: { ...scopeFlags, json: { type: "boolean", help: "Machine-readable output." } },
  notes: `Shows where an installed skill came from, and what wants it: skillwright.json itself, a set of skills, or another skill that needs it.
Does not fetch sets that skillwright.json includes from other sources; it names them. Exit code 1 if nothing wants the skill.
${scopeNotes}`,
  examples: ["skillwright why pdf", "skillwright why pdf --scope user --json"],
  async run(invocation, io) {
    const [name, ...more] = invocation.positionals;
    if (name === undefined || more.length > 0) throw new UsageError("expected one NAME.");
    const fs = createNodeFileSystem();
    const place = findPlace(fs, invocation, io);
    const read = await readLock(fs, place, io);
    const [locked] = chooseLocked(read, [name]);
    if (locked === undefined) throw new UsageError(`the lock has no skill '${printable(name)}'.`);
    const { roots, unread } = readRoots(fs, place);
    const reasons = explainWhy(read.lock, roots, locked.name);
    const answer = { locked, reasons, unread };
    await io.out(invocation.flag("json") ? toJson(answer) : toText(answer, createStyle(io.terminal.color)));
    return reasons.length > 0 ? exitCode.ok : exitCode.findings;
  },
};

type Roots = {
  readonly roots: readonly WantedRoot[];
  /** Included sources that were not fetched. */
  readonly unread: readonly string[];
};

/** What the place's `skillwright.json` asks for, directly and by each set it includes. */
function readRoots(fs: FileSystem, { wantsPath }: Place): Roots {
  if (fs.stat(wantsPath) === undefined) return { roots: [], unread: [] };
  const wants = parseWants(readText(fs, wantsPath), wantsPath);
  const roots: WantedRoot[] = wants.skills.map(({ name }) => ({ name }));
  const unread = new Set<string>();
  for (const inclusion of wants.include) {
    const { skills, toLoad } = expandWants({ ...wants, skills: [], include: [inclusion] });
    for (const { name } of skills) roots.push({ name, sets: [inclusion.set ?? ""] });
    for (const source of toLoad) unread.add(source);
  }
  return { roots, unread: [...unread] };
}

type Answer = {
  readonly locked: LockedSkill;
  readonly reasons: readonly Reason[];
  readonly unread: readonly string[];
};

function toJson({ locked, reasons, unread }: Answer): string {
  const { name, source, resolved, digest } = locked;
  return `${safeJson({ version: 1, name, source, resolved, digest, reasons, unread }, 2)}\n`;
}

function toText({ locked, reasons, unread }: Answer, style: Style): string {
  const { name, source, resolved, version } = locked;
  const head = `${style.bold(printable(name))} ${printable(shortRelease({ ...compact({ version }), resolved }))} from ${printable(source)}\n`;
  const lines = reasons.map(({ sets, chain }) => {
    const wanted = ["skillwright.json", ...sets.map((set) => `set ${set}`), ...chain];
    return `  ${wanted.map(printable).join(" → ")}\n`;
  });
  const none = reasons.length === 0 ? "  Nothing in skillwright.json wants it.\n" : "";
  const open = unread.map((source) => `  Not read: the skills that ${printable(source)} includes.\n`);
  return `${head}${lines.join("")}${none}${open.join("")}`;
}
