import { expect, test } from "vitest";
import { compareTexts, compareWords, toParts, toRows } from "../ui/diff-rows.ts";
import { toTree } from "./file-tree.ts";
import { installCommands } from "./install-commands.ts";
import { readEvals, readQueries } from "./read-evals.ts";
import { nameOf, skillAddress } from "./skill-state.ts";
import { toDays } from "./usage-days.ts";
import { splitFrontmatter } from "./use-file.ts";

test("a comparison shows changes with three lines around them, and keeps the rest in gaps", () => {
  const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
  const after = before.with(9, "line ten");
  const parts = toParts(toRows(compareTexts(before.join("\n"), after.join("\n"))));
  expect(parts.map(({ kind, rows }) => [kind, rows.length])).toEqual([
    ["gap", 6],
    ["rows", 7],
    ["gap", 7],
  ]);
  expect(parts[1]?.rows[3]).toEqual({
    kind: "changed",
    before: { number: 10, text: "line 10" },
    after: { number: 10, text: "line ten" },
  });
});

test("changed words are marked, but not in lines that have nothing in common or are too long", () => {
  expect(compareWords("read the file", "read each file")?.after).toEqual([
    { text: "read ", isChanged: false },
    { text: "each", isChanged: true },
    { text: " file", isChanged: false },
  ]);
  expect(compareWords("abc", "xyz")).toBeUndefined();
  expect(compareWords("a".repeat(1000), "a".repeat(1001))).toBeUndefined();
});

test("files are in folders, SKILL.md first", () => {
  const files = ["scripts/a/b.sh", "a.md", "SKILL.md"].map((path) => ({ path, size: 1, digest: "" }));
  const tree = toTree(files);
  expect(tree.files.map(({ path }) => path)).toEqual(["SKILL.md", "a.md"]);
  expect(tree.folders[0]).toMatchObject({ name: "scripts", folders: [{ path: "scripts/a" }] });
});

test("commands name the version unless it is the latest, and the last part of a scoped name", () => {
  const skill = { name: "team/pdf", version: "1.0.0", base: "https://hub.test", hub: "Our Hub!" };
  const commands = installCommands({ ...skill, latest: "1.1.0" });
  expect(commands.skillwright).toEqual(["skillwright add hub:team/pdf@1.0.0"]);
  expect(commands["claude-code"][1]).toBe("claude plugin install pdf@our-hub");
  expect(commands.git[0]).toContain("--branch v1.0.0 https://hub.test/git/team%2Fpdf.git");
  expect(installCommands({ ...skill, latest: "1.0.0" }).skillwright).toEqual([
    "skillwright add hub:team/pdf",
  ]);
});

test("evals of a stranger are read as far as they are evals", () => {
  const text = JSON.stringify({ evals: [{ prompt: "Do it.", assertions: ["a", "b"] }, 7, null] });
  expect(readEvals(text)).toMatchObject([{ prompt: "Do it.", checks: 2 }, { prompt: "(no prompt)" }, {}]);
  expect([readEvals("{"), readEvals('{"evals":1}'), readQueries("{}")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(readQueries('[{"should_trigger":true},{}]')).toEqual({ yes: 1, no: 1 });
});

test("a scoped name survives the address, and what is no encoding stays as it is", () => {
  expect(skillAddress("team/pdf", { tab: "files" })).toBe("/skills/team%2Fpdf?tab=files");
  expect([nameOf("team%2Fpdf"), nameOf("100%")]).toEqual(["team/pdf", "100%"]);
});

test("days without use count as zero, and the mean is that of the calls", () => {
  const counts = { activations: 1, denials: 0, failures: 0 };
  const hours = [
    { time: "2026-01-09T10:00:00.000Z", ...counts, calls: 3, durationMs: 30 },
    { time: "2026-01-09T11:00:00.000Z", ...counts, calls: 1, durationMs: 50 },
  ];
  const days = toDays({ hours, days: 3 }, Date.parse("2026-01-10T01:00:00Z"));
  expect(days.map(({ label, activations, meanMs }) => [label, activations, meanMs])).toEqual([
    ["Jan 8", 0, 0],
    ["Jan 9", 2, 20],
    ["Jan 10", 0, 0],
  ]);
});

test("frontmatter is apart from the instructions, whatever the line ends are", () => {
  expect(splitFrontmatter("\uFEFF---\r\nname: a\r\n---\r\n# A\r\n")).toEqual({
    frontmatter: "name: a",
    body: "# A\n",
  });
  expect(splitFrontmatter("---\nnever closed")).toEqual({ frontmatter: "", body: "---\nnever closed" });
});
