import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import type { WireTurn } from "../../models/wire/test-wire-format.ts";
import { createTestMachine, removeTestMachines, type TestMachine } from "../../test-io.ts";
import { stopProvidersAfterwards } from "../test-run.ts";
import { evalAgainst, evalFiles, startEvalProvider } from "./test-eval.ts";

afterAll(removeTestMachines);
stopProvidersAfterwards();

const verbs = ["hail", "welcome", "salute", "receive", "meet"];
const queries = verbs.flatMap((verb) => [
  { query: `${verb} the guests`, should_trigger: true },
  { query: `count the ${verb}s`, should_trigger: false },
]);

type Search = {
  /**
   * The answers of the model that writes descriptions, or side effects in their place; after them, descriptions that are no
   * better.
   */
  readonly offers: readonly (string | (() => void))[];
  /** Whether an agent that was given all this uses the skill. */
  readonly uses?: (text: string) => boolean;
  readonly words?: readonly string[];
  readonly signal?: AbortSignal;
};

type Searched = {
  readonly code: number;
  readonly err: string;
  readonly row: unknown;
  /** Whether SKILL.md is unchanged. */
  readonly isUntouched: boolean;
};

async function optimize(
  machine: TestMachine,
  { offers, uses = () => false, words = [], signal }: Search,
): Promise<Searched> {
  let asked = 0;
  const provider = await startEvalProvider("anthropic", (text) => {
    if (!text.includes("new_description")) return answer(uses(text) && !text.includes("skill_content"));
    const offer = offers[asked] ?? "";
    asked += 1;
    if (typeof offer !== "string") offer();
    const description = typeof offer === "string" && offer !== "" ? offer : `Other ${asked}.`;
    return { text: `<new_description>${description}</new_description>` };
  });
  const before = manifestOf(machine);
  const all = ["optimize", "skills/greeter", "-n", "1", "-y", "-q", "--write", "--json", ...words];
  const { code, out, err } = await evalAgainst(provider, all, { machine, ...(signal ? { signal } : {}) });
  const row = out === "" ? undefined : JSON.parse(out);
  return { code, err, row, isUntouched: manifestOf(machine) === before };
}

function answer(isUsed: boolean): WireTurn {
  const input = { skill: "greeter" };
  return isUsed ? { calls: [{ id: "c1", tool: "skills_load", input }] } : { text: "Done." };
}

function createMachine(): TestMachine {
  const file = "repo/skills/greeter/evals/eval_queries.json";
  return createTestMachine({ ...evalFiles, [file]: JSON.stringify(queries) });
}

function pathOf({ folder }: TestMachine): string {
  return `${folder}/repo/skills/greeter/SKILL.md`;
}

function manifestOf(machine: TestMachine): string {
  return readFileSync(pathOf(machine), "utf8");
}

const better = "Greets guests. Use for guests.";
/** Better than the original, but not all that could be: one verb is never understood. */
const partly = (text: string): boolean =>
  text.includes("Use for guests.") && /(?:welcome|salute|receive|meet) the guests/.test(text);

test("the best description is written if it is better", async () => {
  const machine = createMachine();
  const { code, row, isUntouched } = await optimize(machine, { offers: [better], uses: partly });
  expect({ code, row }).toMatchObject({ code: 0, row: { best: better, written: true } });
  expect(isUntouched).toBe(false);
  expect(manifestOf(machine)).toContain(`description: ${better}\n`);
});

test("--write writes nothing if nothing is better", async () => {
  const { code, row, isUntouched } = await optimize(createMachine(), { offers: [] });
  expect({ code, row }).toMatchObject({ code: 0, row: { ended: "max-iterations", written: false } });
  expect(isUntouched).toBe(true);
});

test("Ctrl-C writes nothing, however good the result so far", async () => {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const search = { offers: [better, stop], uses: partly, signal: controller.signal };
  const { code, row, isUntouched } = await optimize(createMachine(), search);
  expect({ code, row }).toMatchObject({ code: 130, row: { ended: "aborted", best: better, written: false } });
  expect(isUntouched).toBe(true);
});

test("a model that fails midway writes nothing", async () => {
  let isBroken = false;
  const fault = { fault: { kind: "status", status: 401 } } as const;
  const provider = await startEvalProvider("anthropic", (text) => {
    if (isBroken) return fault;
    if (!text.includes("new_description")) return answer(partly(text) && !text.includes("skill_content"));
    // The third description cannot be measured.
    isBroken = text.includes("Use for guests.");
    return { text: `<new_description>${isBroken ? "Third." : better}</new_description>` };
  });
  const machine = createMachine();
  const before = manifestOf(machine);
  const words = ["optimize", "skills/greeter", "-n", "1", "-y", "-q", "--write", "--json"];
  const { code, out, err } = await evalAgainst(provider, words, { machine });
  expect(JSON.parse(out)).toMatchObject({ ended: "failing", best: better, written: false });
  expect({ code, manifest: manifestOf(machine) }).toEqual({ code: 4, manifest: before });
  expect(err).toMatch(/^skillwright eval: .+\n$/);
});

test("a SKILL.md edited in the meantime is left alone", async () => {
  const machine = createMachine();
  const edited = manifestOf(machine).replace("Say ahoy", "Say ahoy twice");
  const edit = (): void => writeFileSync(pathOf(machine), edited);
  const { code, err } = await optimize(machine, {
    offers: [better, edit],
    uses: partly,
  });
  expect(code).not.toBe(0);
  expect(err).toContain("SKILL.md");
  expect(manifestOf(machine)).toBe(edited);
});

test("without --write nothing is written", async () => {
  const machine = createMachine();
  const before = manifestOf(machine);
  const provider = await startEvalProvider("anthropic", (text) =>
    text.includes("new_description")
      ? { text: `<new_description>${better}</new_description>` }
      : answer(partly(text) && !text.includes("skill_content")),
  );
  const { out } = await evalAgainst(provider, ["optimize", "skills/greeter", "-n", "1", "-y", "-q"], {
    machine,
  });
  expect(out).toContain("Run again with --write to put it into SKILL.md");
  expect(manifestOf(machine)).toBe(before);
});

test.each(["0", "21", "x"])("--iterations is from 1 to 20, not %s", async (text) => {
  const provider = await startEvalProvider();
  const { code, err } = await evalAgainst(provider, [
    "optimize",
    "skills/greeter",
    "--iterations",
    text,
    "--plan",
  ]);
  expect(code).toBe(2);
  expect(err).toContain("--iterations must be a whole number from 1 to 20");
});

test("the plan of a search states how many descriptions it may try", async () => {
  const provider = await startEvalProvider();
  const plan = async (...words: readonly string[]): Promise<string> =>
    (await evalAgainst(provider, ["optimize", "skills/greeter", "--plan", ...words])).out;
  expect(await plan()).toContain("for each of up to 5 descriptions");
  expect(await plan("--iterations", "20")).toContain("for each of up to 20 descriptions");
});
