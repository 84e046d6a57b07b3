import { createMemoryFileSystem } from "@skillwright/core/discover";
import { expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import { findNeighbors } from "./listed-skills.ts";
import { createRequest, fs } from "./test-triggers.ts";

const manifest = (name: string): string => `---\nname: ${name}\ndescription: Is ${name}.\n---\n`;

test("the other skills of the same folder are found, by name", () => {
  const request = createRequest({ neighbors: { zebra: "Is striped.", archive: "Stores papers." } });
  expect(findNeighbors(fs, request.skill.directory)).toEqual(request.neighbors.toSorted());
});

test("non-skills, unreadable skills, duplicates of the name and deeper folders are left out", () => {
  const found = findNeighbors(
    createMemoryFileSystem({
      "/skills/reader/SKILL.md": manifest("reader"),
      "/skills/twin/SKILL.md": manifest("reader"),
      "/skills/broken/SKILL.md": "no frontmatter",
      "/skills/notes/README.md": "notes",
      "/skills/group/inner/SKILL.md": manifest("inner"),
      "/skills/good/SKILL.md": manifest("good"),
      "/skills/file.txt": "file",
    }),
    "/skills/reader",
  );
  expect(found).toEqual(["/skills/good"]);
});

test("at most as many are used as an agent is shown", () => {
  const names = Array.from({ length: evalsLimits.triggerNeighbors + 5 }, (_, at) => `s${1000 + at}`);
  const files = Object.fromEntries(names.map((name) => [`/skills/${name}/SKILL.md`, manifest(name)]));
  expect(findNeighbors(createMemoryFileSystem(files), "/skills/s1000")).toHaveLength(
    evalsLimits.triggerNeighbors,
  );
});

test("a missing skill has no neighbors", () => {
  expect(findNeighbors(createMemoryFileSystem({}), "/skills/none")).toEqual([]);
});
