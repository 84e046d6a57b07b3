import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { digestFiles } from "../digest/digest-files.ts";
import { readDigestEntries } from "../digest/digest-skill.ts";
import { sha256Hex } from "../digest/sha256.ts";
import { createNodeFileSystem } from "../fs/node.ts";

const fs = createNodeFileSystem();

/** Writes files below a folder. */
export function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, text);
  }
}

/** What a lock says about the skill in a folder, as it is now. */
export function lockEntry(directory: string): Record<string, unknown> & { readonly digest: string } {
  const entries = readDigestEntries(fs, directory, sha256Hex);
  const files = Object.fromEntries(
    entries.map((entry) => [entry.path, "hash" in entry ? entry.hash : `link:${entry.linksTo}`]),
  );
  return { source: "hub:pdf", resolved: "1.0.0", digest: digestFiles(entries, sha256Hex), files };
}

/** Writes a lock with these skills as they are now, by name and folder. */
export function writeLock(path: string, skills: Readonly<Record<string, string>>): void {
  const entries = Object.entries(skills).map(([name, directory]) => [name, lockEntry(directory)]);
  writeAll(dirname(path), {
    [path.slice(dirname(path).length + 1)]: JSON.stringify({
      version: 1,
      skills: Object.fromEntries(entries),
    }),
  });
}
