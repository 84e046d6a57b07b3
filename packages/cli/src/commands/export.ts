import { type FileSystem, SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import {
  createTree,
  digestTree,
  exportSkillsLock,
  type FileTree,
  type LockedSkill,
  type Place,
  storeFolder,
  type TreeEntry,
} from "@skillwright/packaging";
import { type Command, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { absolutePath } from "../input/absolute-path.ts";
import { chooseLocked, findPlace, readLock, scopeFlags, scopeNotes } from "../packages/open-place.ts";
import { countOf } from "../terminal/text-width.ts";

/** Writes the lock in the format of another tool. */
export const exportCommand: Command = {
  name: "export",
  usage: "[NAME…] [options]",
  flags: {
    ...scopeFlags,
    output: { type: "string", short: "o", value: "FILE", help: "File to write (default: standard output)." },
  },
  notes: `Prints the named skills of skillwright.lock, or all, as a skills-lock.json, which \`npx skills\` reads. Its hashes cover the installed files, so
every skill must be as locked; \`skillwright verify\` shows which are not.
${scopeNotes}`,
  examples: ["skillwright export > skills-lock.json", "skillwright export pdf --output skills-lock.json"],
  async run(invocation, io) {
    const fs = createNodeFileSystem();
    const place = findPlace(fs, invocation, io);
    const read = await readLock(fs, place, io);
    const skills = chooseLocked(read, invocation.positionals);
    const text = exportSkillsLock(skills.map((locked) => ({ locked, tree: readTree(fs, place, locked) })));
    const output = invocation.option("output");
    if (output === undefined) {
      await io.out(text);
      return exitCode.ok;
    }
    if (output === "") throw new UsageError("--output requires a file.");
    fs.write(absolutePath(output, io.cwd, io.place.home), new TextEncoder().encode(text));
    await io.err(`Wrote ${countOf(skills.length, "skill")} to ${printable(output)}.\n`);
    return exitCode.ok;
  },
};

/** The locked files of a skill as they are installed; refused if they are not as locked. */
function readTree(fs: FileSystem, place: Place, { name, files, digest }: LockedSkill): FileTree {
  const folder = `${storeFolder(place)}/${name}`;
  const entries = Object.entries(files).map(([path, hash]): TreeEntry => {
    if (hash.startsWith("link:")) return { path, linksTo: hash.slice("link:".length) };
    // The other tool's hash does not cover which files are executable.
    return { path, bytes: fs.read(`${folder}/${path}`, maxBytes).bytes, executable: false };
  });
  const tree = createTree(entries, folder);
  const actual = digestTree(tree);
  if (actual === digest) return tree;
  throw new SkillError("integrity-mismatch", { source: folder, what: "content", actual, expected: digest });
}

const maxBytes = 67_108_864;
