import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { describe, expect, test } from "vitest";
import { apiError } from "../../../runtime/src/agent/test-agent.ts";
import { policyOf } from "../../../runtime/src/agent-hooks/test-guard.ts";
import { readTriggerResults } from "../formats/trigger-results.ts";
import type { TriggerRequest } from "./plan-triggers.ts";
import type { TriggerProgress } from "./run-triggers.ts";
import { triggerFiles } from "./saved-runs.ts";
import {
  chooseByWords,
  createChoosingModel,
  createRequest,
  hostOf,
  measureWith,
  planReady,
  queries,
  write,
  writeSkill,
} from "./test-triggers.ts";

const linesIn = ({ workspace }: TriggerRequest): readonly string[] =>
  readFileSync(join(workspace, triggerFiles.runs), "utf8").trimEnd().split("\n");

const resultsIn = ({ workspace }: TriggerRequest): string =>
  readFileSync(join(workspace, triggerFiles.results), "utf8");

describe("measuring a description", () => {
  test("each query is run several times by a new agent, and passes if the agent used the skill", async () => {
    const request = createRequest({ description: "Reads an invoice. Can also bake." });
    const tested = createChoosingModel();
    const outcome = await measureWith(request, hostOf(tested));
    expect(tested.asked.toSorted()).toEqual([...queries, ...queries].map(({ query }) => query).toSorted());
    expect(outcome.results).toMatchObject([
      { ...queries[0], triggers: 2, runs: 2, rate: 1, pass: true },
      { ...queries[1], triggers: 2, runs: 2, rate: 1, pass: true },
      { ...queries[2], triggers: 2, runs: 2, rate: 1, pass: false },
      { ...queries[3], triggers: 0, runs: 2, rate: 0, pass: true },
    ]);
    expect(outcome).toMatchObject({ status: "finished", kept: 0, missing: 0, faults: [] });
    expect(outcome.metrics).toEqual({
      ...{ total: 4, passed: 3, failed: 1, untried: 0 },
      ...{ precision: 4 / 6, recall: 1, accuracy: 6 / 8 },
    });
  });

  test("a trial ends with the step that uses the skill", async () => {
    const request = createRequest({ queries: queries.slice(0, 1) }, { runs: 1 });
    const tested = createChoosingModel();
    await measureWith(request, hostOf(tested));
    expect(tested.asked).toHaveLength(1);
  });

  test("using another skill does not count, and the agent continues", async () => {
    const neighbors = { archive: "Stores each invoice." };
    const request = createRequest({ description: "Reads papers.", neighbors }, { runs: 1 });
    const { results } = await measureWith(request, hostOf(createChoosingModel()));
    expect(results.map(({ triggers }) => triggers)).toEqual([0, 0, 0, 0]);
  });

  test.each([
    [2, 1],
    [3, 1],
    [4, 0],
  ])("within three steps, the skill is used in step %i: %i", async (when, triggers) => {
    const neighbors = { archive: "Stores papers." };
    const request = createRequest({ neighbors, queries: queries.slice(0, 1) }, { runs: 1 });
    const tested = createChoosingModel((_query, _skills, step) => (step < when ? "archive" : "reader"));
    const { results } = await measureWith(request, hostOf(tested));
    expect(results).toMatchObject([{ triggers, runs: 1 }]);
    expect(tested.asked).toHaveLength(Math.min(when, 3));
  });

  test("a custom description is listed without being written into the skill", async () => {
    const request = createRequest({ description: "Reads papers." });
    const before = readFileSync(join(request.skill.directory, "SKILL.md"), "utf8");
    const skill = { ...request.skill, description: "Reads an invoice." };
    const { results } = await measureWith({ ...request, skill }, hostOf(createChoosingModel()));
    expect(results.map(({ triggers }) => triggers)).toEqual([2, 2, 0, 0]);
    expect(readFileSync(join(request.skill.directory, "SKILL.md"), "utf8")).toBe(before);
  });

  test("trap j: just half is enough for skill-creator's rule and not for the guide's", async () => {
    const halves = () => {
      let turn = 0;
      return createChoosingModel(() => (++turn % 2 === 0 ? "reader" : undefined));
    };
    const one = { queries: queries.slice(0, 1) };
    const pass = async (rule: TriggerRequest["rule"], more: Partial<TriggerRequest> = {}) => {
      const { results } = await measureWith(
        createRequest(one, { rule, ...more }),
        hostOf(halves(), { jobs: 1 }),
      );
      return results.map(({ rate, pass: passed }) => [rate, passed]);
    };
    expect(await pass("above")).toEqual([[0.5, false]]);
    expect(await pass("at-least")).toEqual([[0.5, true]]);
    expect(await pass("above", { threshold: 0.4 })).toEqual([[0.5, true]]);
    const never = { queries: queries.slice(2, 3) };
    for (const rule of ["above", "at-least"] as const) {
      const { results } = await measureWith(createRequest(never, { rule }), hostOf(halves(), { jobs: 1 }));
      expect(results[0]).toMatchObject({ rate: 0.5, pass: false });
    }
  });

  test.each(["guide", "skill-creator"] as const)(
    "results are written in the requested dialect: %s",
    async (dialect) => {
      const request = createRequest({}, { dialect });
      const { results } = await measureWith(request, hostOf(createChoosingModel()));
      const text = resultsIn(request);
      expect(Array.isArray(JSON.parse(text))).toBe(dialect === "guide");
      const read = readTriggerResults(text, "x.json");
      expect(read.ok && read.value.results).toEqual(results.map(({ interval: _, ...row }) => row));
      expect(read.ok && read.value.skillName).toBe(dialect === "guide" ? undefined : "reader");
    },
  );

  test("every run is reported as it ends, and reused ones are counted", async () => {
    const request = createRequest();
    await measureWith({ ...request, runs: 1 }, hostOf(createChoosingModel()));
    const told: TriggerProgress[] = [];
    const onProgress = (progress: TriggerProgress): void => void told.push(progress);
    await measureWith(request, hostOf(createChoosingModel(), { jobs: 1, onProgress }));
    expect(told.map(({ usage: _, ...rest }) => rest)).toEqual(
      queries.map(({ query, shouldTrigger }, at) => ({
        ...{ done: 5 + at, total: 8, query, run: 2 },
        outcome: shouldTrigger ? "triggered" : "not-triggered",
      })),
    );
    expect(told.every(({ usage }) => usage.some(({ inputTokens }) => inputTokens > 0))).toBe(true);
  });

  test("no run starts once the limit is reached, and running ones are saved", async () => {
    const request = createRequest();
    const enough = new AbortController();
    const first = await measureWith(
      request,
      hostOf(createChoosingModel(), { jobs: 1, enough: enough.signal, onProgress: () => enough.abort() }),
    );
    expect(first).toMatchObject({ status: "aborted", missing: 7 });
    expect(await measureWith(request, hostOf(createChoosingModel()))).toMatchObject({ kept: 1, missing: 0 });
  });

  test("two measurements in one workspace do not pay twice: the second is refused", async () => {
    const request = createRequest();
    // From the first run's side, so that it is still under way however busy the machine is.
    let second: Promise<unknown> | undefined;
    const onProgress = (): void => {
      second ??= expect(measureWith(request, hostOf(createChoosingModel()))).rejects.toThrow(SkillError);
    };
    await measureWith(request, hostOf(createChoosingModel(), { jobs: 1, onProgress }));
    expect(second).toBeDefined();
    await second;
  });

  test("a duplicate query is one row", async () => {
    const [first = { query: "", shouldTrigger: true }] = queries;
    const request = createRequest({ queries: [first, first] });
    const { results } = await measureWith(request, hostOf(createChoosingModel()));
    expect(results).toMatchObject([{ query: first.query, runs: 2 }]);
  });
});

describe("saved results", () => {
  test("a second start calls no model", async () => {
    const request = createRequest();
    const first = await measureWith(request, hostOf(createChoosingModel()));
    const again = createChoosingModel();
    const second = await measureWith(request, hostOf(again));
    expect(again.asked).toEqual([]);
    expect(second).toEqual({ ...first, kept: 8, usage: [] });
  });

  test("an interrupted measurement continues where it stopped", async () => {
    const request = createRequest();
    const stopping = new AbortController();
    const onProgress = ({ done }: { readonly done: number }): void => {
      if (done === 3) stopping.abort();
    };
    const host = hostOf(createChoosingModel(), { jobs: 1, signal: stopping.signal, onProgress });
    const first = await measureWith(request, host);
    expect(first).toMatchObject({ status: "aborted", missing: 5 });
    expect(linesIn(request)).toHaveLength(3);
    const again = createChoosingModel();
    const plan = planReady(request);
    expect(plan).toMatchObject({ kept: 3, estimate: { trials: 5, calls: 15 } });
    const second = await measureWith(request, hostOf(again));
    expect(again.asked).toHaveLength(5);
    expect(second).toMatchObject({ status: "finished", kept: 3, missing: 0 });
    expect(second.results).toEqual(
      (await measureWith(createRequest(), hostOf(createChoosingModel()))).results,
    );
  });

  test("rows without a run are in no file", async () => {
    const request = createRequest();
    const stopping = new AbortController();
    const onProgress = (): void => stopping.abort();
    const host = hostOf(createChoosingModel(), { jobs: 1, signal: stopping.signal, onProgress });
    expect((await measureWith(request, host)).results).toHaveLength(4);
    expect(JSON.parse(resultsIn(request))).toHaveLength(1);
  });

  test("another body reuses everything, another description nothing", async () => {
    const request = createRequest();
    await measureWith(request, hostOf(createChoosingModel()));
    writeSkill(request, { body: "Read it twice." });
    expect(planReady(request).kept).toBe(8);
    const description = "Reads every invoice.";
    writeSkill(request, { description });
    expect(planReady({ ...request, skill: { ...request.skill, description } }).kept).toBe(0);
    expect(planReady(request).kept).toBe(8);
  });

  test.each<[string, Partial<TriggerRequest>, number]>([
    ["another model", { modelLabel: "test/other" }, 0],
    ["more steps", { maxSteps: 4 }, 0],
    ["everything again", { fresh: true }, 0],
    ["more runs", { runs: 3 }, 8],
    ["fewer runs", { runs: 1 }, 4],
    ["another threshold", { threshold: 0.9, rule: "at-least" }, 8],
    ["a longer time", { timeoutSeconds: 40 }, 8],
  ])("%s", async (_, change, kept) => {
    const request = createRequest();
    await measureWith(request, hostOf(createChoosingModel()));
    expect(planReady({ ...request, ...change }).kept).toBe(kept);
  });

  test("another neighbor, or another description of one, is another measurement; another order is not", async () => {
    const neighbors = { archive: "Stores papers.", baker: "Makes bread." };
    const request = createRequest({ neighbors });
    await measureWith(request, hostOf(createChoosingModel()));
    expect(planReady({ ...request, neighbors: request.neighbors.toReversed() }).kept).toBe(8);
    expect(planReady({ ...request, neighbors: request.neighbors.slice(1) }).kept).toBe(0);
    const manifest = "---\nname: baker\ndescription: Makes cakes.\n---\n";
    write(join(request.skill.directory, "../baker/SKILL.md"), manifest);
    expect(planReady(request).kept).toBe(0);
  });

  test("when everything is repeated, the new result counts from then on", async () => {
    const request = createRequest({ queries: queries.slice(0, 1) }, { runs: 1 });
    await measureWith(request, hostOf(createChoosingModel()));
    await measureWith({ ...request, fresh: true }, hostOf(createChoosingModel(() => undefined)));
    const { results } = await measureWith(request, hostOf(createChoosingModel()));
    expect(results).toMatchObject([{ triggers: 0, runs: 1 }]);
  });

  test("a changed query is run, the others are reused", async () => {
    const request = createRequest();
    await measureWith(request, hostOf(createChoosingModel()));
    writeSkill(request, { queries: [...queries.slice(1), { query: "new", shouldTrigger: false }] });
    const again = createChoosingModel();
    await measureWith(request, hostOf(again));
    expect(again.asked).toEqual(["new", "new"]);
  });
});

describe("faults of the model", () => {
  test("a run in which the model fails is excluded from the rate, and repeated on the next start", async () => {
    const request = createRequest({}, { runs: 3 });
    let turn = 0;
    const failing = createChoosingModel((query, skills, step) => {
      if (++turn === 2) throw apiError(401, "no key");
      return chooseByWords(query, skills, step);
    });
    const first = await measureWith(request, hostOf(failing, { jobs: 1 }));
    expect(first).toMatchObject({ status: "finished", missing: 1 });
    expect(first.faults).toEqual([
      { query: queries[1]?.query, run: 1, message: expect.stringContaining("401") },
    ]);
    expect(first.results[1]).toMatchObject({ triggers: 2, runs: 2, rate: 1, pass: true });
    const again = createChoosingModel();
    const second = await measureWith(request, hostOf(again));
    expect(again.asked).toEqual([queries[1]?.query]);
    expect(second).toMatchObject({ faults: [], missing: 0, kept: 11 });
  });

  test("too many in a row end the measurement; finished runs are kept", async () => {
    const request = createRequest({}, { runs: 5 });
    let turn = 0;
    const failing = createChoosingModel(() => {
      if (++turn > 2) throw apiError(401, "no key");
      return "reader";
    });
    const outcome = await measureWith(request, hostOf(failing, { jobs: 1 }));
    expect(outcome).toMatchObject({ status: "failing", missing: 18 });
    expect(outcome.faults).toHaveLength(5);
    expect(failing.asked).toHaveLength(7);
    expect(planReady(request).kept).toBe(2);
  });

  test("a query without any run has not passed, whatever its expectation", async () => {
    const failing = createChoosingModel(() => {
      throw apiError(401, "no key");
    });
    const one = { queries: queries.slice(2, 3) };
    const { results } = await measureWith(createRequest(one), hostOf(failing));
    expect(results).toEqual([{ ...queries[2], triggers: 0, runs: 0, rate: 0, pass: false }]);
  });

  test("a skill that is requested and refused is an error, not a failing description", async () => {
    const request = createRequest({ queries: queries.slice(0, 1) }, { runs: 1 });
    const policy = [policyOf("organisation", { deny: "Skill(reader)" })];
    const outcome = await measureWith(request, hostOf(createChoosingModel(), { policy }));
    const message = expect.stringMatching(/^The agent tried to activate the skill and was refused: ./);
    expect(outcome).toMatchObject({ missing: 1, faults: [{ query: queries[0]?.query, run: 1, message }] });
  });

  test("an abort before the start spends nothing", async () => {
    const tested = createChoosingModel();
    const outcome = await measureWith(createRequest(), hostOf(tested, { signal: AbortSignal.abort() }));
    expect(outcome).toMatchObject({ status: "aborted", missing: 8 });
    expect(tested.asked).toEqual([]);
  });
});
