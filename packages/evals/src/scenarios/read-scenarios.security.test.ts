import fc from "fast-check";
import { expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import type { TestFileProblem } from "../testing/case.ts";
import { testingLimits } from "../testing/limits.ts";
import { readManifestScenarios, readScenarios } from "./read-scenarios.ts";

const head = "name: a\ninput: x\nexpectedOutput: y\n";

function problemsOf(source: string, file = "a.yaml"): readonly TestFileProblem[] {
  const read = readScenarios(source, file);
  return read.ok ? [] : read.problems;
}

const messagesOf = (source: string): readonly string[] => problemsOf(source).map(({ message }) => message);

test("aliases for a billion values are too large, and not expanded", () => {
  const levels = Array.from({ length: 12 }, (_, at) => {
    const before = at === 0 ? "x" : `*a${at - 1}`;
    return `      a${at}: &a${at} [${Array.from({ length: 10 }, () => before).join(", ")}]\n`;
  });
  expect(messagesOf(`${head}tools:\n  - tool: bash\n    output:\n${levels.join("")}`)).toEqual([
    "The file is too large.",
  ]);
});

test.each([
  ["brackets", "[".repeat(100_000)],
  ["mappings", `${head}tools: [{tool: a, output: ${"{a: ".repeat(5000)}`],
  ["dashes", `${head}turns:\n  ${"- ".repeat(20_000)}x\n`],
])("%s nested endlessly are too many levels", (_, source) => {
  expect(messagesOf(source)).toEqual(["Too many levels of nesting."]);
});

test("a file of megabytes is refused", () => {
  expect(messagesOf(`${head}description: ${"x".repeat(3_000_000)}\n`)).toEqual(["The file is too large."]);
});

test("too many cases for one skill are reported, in one scenario and in all", () => {
  const cases = (count: number): string => {
    const list = Array.from({ length: count }, (_, at) => `{name: a${at}, input: x, expectedOutput: y}`);
    return `cases: [${list.join(", ")}]`;
  };
  const most = evalsLimits.testCases;
  const message = `expected at most ${most} cases, found ${most + 1}.`;
  expect(messagesOf(`{name: a, ${cases(most + 1)}}`)).toEqual([message]);
  expect(messagesOf(`[{name: a, ${cases(most)}}, {name: b, ${cases(1)}}]`)).toEqual([message]);
});

test("names of prototypes are keys like others, and reach no prototype", () => {
  const source = `${head}tools: [{tool: a, when: {__proto__: x, constructor: y}, output: {__proto__: {polluted: true}}}]
turns: [{calls: [{tool: a, input: {__proto__: {polluted: true}}}]}]`;
  const read = readScenarios(source, "a.yaml");
  const [tried] = read.ok ? (read.value[0]?.cases ?? []) : [];
  expect(Object.entries(tried?.tools[0]?.when ?? {})).toEqual([
    ["__proto__", "x"],
    ["constructor", "y"],
  ]);
  expect(Object.keys(tried?.tools[0]?.output ?? {})).toEqual(["__proto__"]);
  expect(Object.keys(tried?.turns?.[0]?.calls[0]?.input ?? {})).toEqual(["__proto__"]);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  expect(messagesOf(`${head}__proto__: x\nconstructor: y`)).toEqual([
    expect.stringContaining("__proto__: unknown key. "),
    expect.stringContaining("constructor: unknown key. "),
  ]);
});

test.each([
  ["an escape", '"\\u001b[2J"'],
  ["a line end", '"a\\nb"'],
  ["a separator of lines", '"a\\u2028b"'],
  ["half a character", '"\\ud800"'],
])("%s in a name is refused", (_, name) => {
  expect(messagesOf(`{"name": ${name}, "input": "x", "expectedOutput": "y"}`)).toEqual([
    "name: expected one line without unprintable characters.",
  ]);
});

test("problems are bounded and contain no terminal control sequences", () => {
  const key = `\\u001b]0;x\\u0007${"k".repeat(3000)}`;
  const problems = problemsOf(`{"name": "a", "input": "x", "expectedOutput": "y", "${key}": 1}`);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.message).toMatch(/^\\u\{1b\}/);
  expect(problems[0]?.message.length).toBeLessThan(2 * testingLimits.testProblemCharacters);
});

test("any file is either read or has its problems reported", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (source) => {
      for (const file of ["a.json", "a.yaml"]) {
        const read = readScenarios(source, file);
        if (!read.ok) expect(read.problems.length).toBeGreaterThan(0);
        else expect(read.value.every(({ cases }) => cases.length > 0)).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

test("any `testing` of a manifest is either read or has its problems reported", () => {
  const keys = fc.constantFrom(
    "scenarios",
    "name",
    "cases",
    "input",
    "assertions",
    "tools",
    "turns",
    "__proto__",
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom("x", 1, true, null),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(keys, tie("tree")),
    ),
  }));
  fc.assert(
    fc.property(tree, (testing) => {
      const read = readManifestScenarios({ scenarios: testing });
      if (!read.ok) expect(read.problems.length).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});

test("a cyclic manifest terminates", () => {
  const circle: { scenarios: unknown[] } = { scenarios: [] };
  circle.scenarios.push({ name: "a", input: "x", expectedOutput: "y", tools: [circle] });
  expect(readManifestScenarios(circle).ok).toBe(false);
});
