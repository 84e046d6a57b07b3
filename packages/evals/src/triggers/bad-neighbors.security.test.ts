import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createForeign, link } from "../trials/test-foreign.ts";
import { findNeighbors } from "./listed-skills.ts";
import { runTriggers } from "./run-triggers.ts";
import { createChoosingModel, createRequest, fs, hostOf, planReady, write } from "./test-triggers.ts";

const manifest = "---\nname: bad\ndescription: Is bad.\n---\n";

test.each<[string, (folder: string) => void]>([
  [
    "a link that leads out of it",
    (folder) => link(join(createForeign().path, "keep.txt"), join(folder, "x")),
  ],
  ["a link to nowhere", (folder) => link("none", join(folder, "x"))],
  ["a pipe", (folder) => execFileSync("mkfifo", [join(folder, "pipe")])],
])("a neighbor with %s is left out, with a note, and the others are included", async (_, spoil) => {
  const request = createRequest({ neighbors: { good: "Is good.", bad: "Is bad." } }, { runs: 1 });
  spoil(join(request.skill.directory, "../bad"));
  const plan = planReady(request);
  expect(plan.sources.neighbors.map(({ name }) => name)).toEqual(["good"]);
  expect(plan.notes.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The skill bad is not listed as a neighbor: /),
  ]);
  const outcome = await runTriggers(plan, hostOf(createChoosingModel()));
  expect(outcome).toMatchObject({ status: "finished", missing: 0 });
});

test.each<[string, (folder: string) => void]>([
  ["a folder", (folder) => mkdirSync(join(folder, "SKILL.md"))],
  ["a pipe", (folder) => execFileSync("mkfifo", [join(folder, "SKILL.md")])],
  ["a link to nowhere", (folder) => link("none", join(folder, "SKILL.md"))],
  ["too large", (folder) => write(join(folder, "SKILL.md"), manifest + "x".repeat(3_000_000))],
])("a neighbor whose SKILL.md is %s is not found", (_, put) => {
  const request = createRequest({ neighbors: { good: "Is good." } });
  const folder = join(request.skill.directory, "../bad");
  mkdirSync(folder);
  put(folder);
  expect(findNeighbors(fs, request.skill.directory)).toEqual(request.neighbors);
});
