import { scenariosLimits } from "@skillwright/evals";
import { expect, test } from "vitest";
import { parseInvocation } from "../../parse-invocation.ts";
import { evalCommand } from "./eval.ts";
import { type EvalOptions, readEvalOptions } from "./eval-options.ts";

function read(...words: readonly string[]): Promise<EvalOptions> {
  return readEvalOptions(parseInvocation(evalCommand, words));
}

test("unspecified options have defaults", async () => {
  expect(await read()).toEqual({
    kinds: ["outputs", "triggers"],
    runs: 3,
    baseline: "without",
    only: [],
    judge: { kind: "same" },
    blind: false,
    jobs: 4,
    dialect: "skill-creator",
    fresh: false,
    seed: 42,
    neighbors: "beside",
    threshold: 0.5,
    sandbox: "auto",
    network: expect.anything(),
    planOnly: false,
    yes: false,
    json: false,
    quiet: false,
  });
});

const steps = scenariosLimits.mostAgentSteps;
test.each<[flag: string, bounds: readonly [least: string, most: string], outside: readonly string[]]>([
  ["runs", ["1", "100"], ["0", "101", "1.5", "x", ""]],
  ["jobs", ["1", "64"], ["0", "65", " 2"]],
  ["max-steps", ["1", `${steps}`], ["0", `${steps + 1}`, "-1", "1e1"]],
  ["seed", ["0", "999999"], ["1000000", "-0", "+1"]],
  ["max-cost", ["0", "1000000"], ["1000000.1", "-1", "$5", "1e3", ".5"]],
  ["fail-under", ["0", "1"], ["1.01", "80", "80%", ""]],
  ["threshold", ["0.000001", "0.999999"], ["0", "1", "1.5"]],
])("--%s has a minimum and a maximum", async (flag, bounds, outside) => {
  const option = flag.replace(/-(.)/, (_, letter: string) => letter.toUpperCase());
  for (const bound of bounds)
    expect(await read(`--${flag}=${bound}`), bound).toMatchObject({ [option]: Number(bound) });
  for (const text of outside) await expect(read(`--${flag}=${text}`), text).rejects.toThrow(`--${flag} `);
});

test("a limit is named with the value found", async () => {
  await expect(read("--max-steps", "\u001b[2J")).rejects.toThrow(
    `--max-steps must be a whole number from 1 to ${steps}; found '\\u{1b}[2J'.`,
  );
  await expect(read("--fail-under", "2")).rejects.toThrow(
    "--fail-under must be a number from 0 to 1; found '2'.",
  );
});

test.each<[words: readonly string[], options: Partial<EvalOptions>]>([
  [["--outputs"], { kinds: ["outputs"] }],
  [["--triggers"], { kinds: ["triggers"] }],
  [["--outputs", "--triggers"], { kinds: ["outputs", "triggers"] }],
  [["--eval", "7", "--eval", "x"], { kinds: ["outputs"], only: ["7", "x"] }],
  [["--eval", "7", "--triggers"], { kinds: ["triggers"], only: ["7"] }],
  [["--judge", "none"], { judge: { kind: "none" } }],
  [["--judge", "opus"], { judge: { kind: "named", name: "opus" } }],
  [["--neighbors", "none"], { neighbors: [] }],
  [["--neighbors", "a", "--neighbours", "b"], { neighbors: ["a", "b"] }],
  [["--timeout", "1.5"], { timeoutSeconds: 1.5 }],
  [["--dialect", "guide"], { dialect: "guide" }],
  [["--plan", "-y", "-q", "--json"], { planOnly: true, yes: true, quiet: true, json: true }],
  [["--blind", "--fresh"], { blind: true, fresh: true }],
  [["--workspace", "w", "--baseline", "old"], { workspace: "w", baseline: "old" }],
])("%j", async (words, options) => {
  expect(await read(...words)).toMatchObject(options);
});

test.each([
  [["--workspace", " "], "--workspace needs a value"],
  [["--baseline", ""], "--baseline needs a value"],
  [["--neighbors", ""], "--neighbors needs a folder; found ''."],
  [["--neighbors", "none", "--neighbors", "a"], "--neighbors none cannot be combined"],
])("%j is refused", async (words, reason) => {
  await expect(read(...words)).rejects.toThrow(reason);
});
