import { expect, test } from "vitest";
import { packagingLimits } from "../limits.ts";
import { type ListedEntry, selectFiles } from "./select-files.ts";

const read = async (paths: readonly string[]) =>
  new Map(paths.map((path) => [path, new TextEncoder().encode("---\nname: a\ndescription: b\n---\n")]));
const select = (listed: readonly ListedEntry[]) =>
  selectFiles(listed, { isRepository: true, source: "s", read });
const file = (path: string): ListedEntry => ({ path, executable: false });

/** A skill with a link to a folder, which has a link to the next folder, and so on. */
function chain(length: number): readonly ListedEntry[] {
  const folders = Array.from({ length }, (_, index) => [
    file(`f${index}/text`),
    ...(index + 1 < length ? [{ path: `f${index}/next`, linksTo: `f${index + 1}` }] : []),
  ]);
  return [file("a/SKILL.md"), { path: "a/first", linksTo: "f0" }, ...folders.flat()];
}

test("links to folders with links to folders are followed so often and no further", async () => {
  const { tree } = await select(chain(packagingLimits.linkRounds));
  expect(tree.entries.length).toBe(2 * packagingLimits.linkRounds + 1);
  await expect(select(chain(3000))).rejects.toEqual(expect.objectContaining({ code: "package-invalid" }));
});
