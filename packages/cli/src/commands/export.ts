import type { FileSystem } from "@skillwright/core";
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
import { wrapMessage } from "../terminal/wrap-message.ts";

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
    const installed = skills.flatMap((locked) => {
      const tree = readTree(fs, place, locked);
      return tree === undefined ? [] : [{ locked, tree }];
    });
    const changed = skills.filter((skill) => !installed.some(({ locked }) => locked === skill));
    if (changed.length > 0) {
      const names = changed.map(({ name }) => printable(name)).join(", ");
      const text = `Not exported: the hashes are for what was installed, and ${names} changed since. \`skillwright verify\` shows how.\n`;
      await io.err(wrapMessage(text, io));
      return exitCode.refused;
    }
    const text = exportSkillsLock(installed);
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

/** The locked files of a skill as they are installed; undefined if they are not as locked. */
function readTree(fs: FileSystem, place: Place, { name, files, digest }: LockedSkill): FileTree | undefined {
  const folder = `${storeFolder(place)}/${name}`;
  const entries: TreeEntry[] = [];
  for (const [path, hash] of Object.entries(files)) {
    const file = `${folder}/${path}`;
    if (hash.startsWith("link:")) entries.push({ path, linksTo: hash.slice("link:".length) });
    else if (fs.stat(file)?.kind !== "file") return undefined;
    // The other tool's hash does not cover which files are executable.
    else entries.push({ path, bytes: fs.read(file, maxBytes).bytes, executable: false });
  }
  const tree = createTree(entries, folder);
  return digestTree(tree) === digest ? tree : undefined;
}

const maxBytes = 67_108_864;
