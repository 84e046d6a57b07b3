import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { describe, expect, test } from "vitest";
import { apiError } from "../../../runtime/src/agent/test-agent.ts";
import { readOptimization } from "../formats/optimization-result.ts";
import { readTriggerQueries } from "../formats/trigger-queries.ts";
import type { TriggerQuery } from "../formats/trigger-results.ts";
import { optimizeDescription } from "./optimize-description.ts";
import type { OptimizationRequest } from "./plan-triggers.ts";
import type { OptimizationHost } from "./run-triggers.ts";
import { triggerFiles } from "./saved-runs.ts";
import {
  chooseByWords,
  createChoosingModel,
  createRequest,
  createWriter,
  hostOf,
  type TestModel,
  type TestSkills,
} from "./test-triggers.ts";

/** Each query has its own word, in addition to that of its kind. */
const words = ["alpha", "bravo", "charlie", "delta", "echoes"];
const queries: readonly TriggerQuery[] = [
  ...words.map((word) => ({ query: `read the invoice ${word}`, shouldTrigger: true })),
  ...words.map((word) => ({ query: `cook some soup ${word}`, shouldTrigger: false })),
];

function createSearch(skills: TestSkills = {}, more: Partial<OptimizationRequest> = {}): OptimizationRequest {
  const request = createRequest({ description: "Reads papers.", queries, ...skills }, { runs: 1 });
  return { ...request, iterations: 5, holdout: 0.4, seed: 42, ...more };
}

function hostWith(writer: TestModel, more: Partial<OptimizationHost> = {}): OptimizationHost {
  return { ...hostOf(createChoosingModel()), improver: { ...writer, label: "test/writer" }, ...more };
}

const tag = (description: string): string => `I see.\n<new_description>${description}</new_description>`;

/** Answers one after the other, the last for ever. */
const answers = (...texts: readonly string[]): TestModel =>
  createWriter((_prompt, turn) => texts[Math.min(turn, texts.length) - 1] ?? "");

const read = ({ workspace }: OptimizationRequest, file: string): string =>
  readFileSync(join(workspace, file), "utf8");

function splitIn(request: OptimizationRequest): { readonly train: string[]; readonly validation: string[] } {
  const queriesIn = (file: string): string[] => {
    const parsed = readTriggerQueries(read(request, file), file);
    return parsed.ok ? parsed.value.map(({ query }) => query) : [];
  };
  return { train: queriesIn(triggerFiles.train), validation: queriesIn(triggerFiles.validation) };
}

describe("looking for a better description", () => {
  test("a description that a model writes from the failures is measured, and wins", async () => {
    const request = createSearch();
    const before = readFileSync(join(request.skill.directory, "SKILL.md"), "utf8");
    const writer = answers(tag("Reads an invoice."));
    const outcome = await optimizeDescription(request, hostWith(writer));
    expect(outcome).toMatchObject({
      exit: { reason: "all-passed", iteration: 2 },
      original: "Reads papers.",
      best: "Reads an invoice.",
      faults: [],
    });
    const passes = outcome.history.map(({ train, validation }) =>
      [train, validation].map((rows) => rows.filter(({ pass }) => pass).length),
    );
    expect(passes).toEqual([
      [3, 2],
      [6, 4],
    ]);
    expect(writer.asked).toHaveLength(1);
    expect(readFileSync(join(request.skill.directory, "SKILL.md"), "utf8")).toBe(before);
  });

  test("a description with a perfect training score is left alone", async () => {
    const writer = answers(tag("Never."));
    const outcome = await optimizeDescription(
      createSearch({ description: "Reads an invoice." }),
      hostWith(writer),
    );
    expect(outcome).toMatchObject({
      exit: { reason: "all-passed", iteration: 1 },
      best: "Reads an invoice.",
    });
    expect(writer.asked).toEqual([]);
  });

  test("the best is chosen by the queries held back, not by those shown to the model", async () => {
    const request = createSearch({}, { iterations: 3 });
    await optimizeDescription({ ...request, iterations: 1 }, hostWith(answers("")));
    const { train } = splitIn(request);
    // The second takes too much and so gets training wrong; the third knows the words of training by heart.
    const own = train.filter((query) => query.includes("invoice")).map((query) => query.split(" ").at(-1));
    const [mistaken = ""] = train
      .filter((query) => query.includes("soup"))
      .map((one) => one.split(" ").at(-1));
    const learned = tag(`Reads ${own.filter((word) => word !== mistaken).join(", ")}.`);
    const writer = answers(tag(`Reads an invoice, or ${mistaken}.`), learned);
    const outcome = await optimizeDescription(request, hostWith(writer));
    expect(outcome.best).toBe(`Reads an invoice, or ${mistaken}.`);
    expect(outcome.exit).toEqual({ reason: "max-iterations", iteration: 3 });
  });

  test("a tie keeps the original", async () => {
    const writer = answers(tag("Reads books."), tag("Reads letters."));
    const outcome = await optimizeDescription(createSearch({}, { iterations: 3 }), hostWith(writer));
    expect(outcome).toMatchObject({
      exit: { reason: "max-iterations", iteration: 3 },
      best: "Reads papers.",
    });
  });

  test("the writing model gets the failures and the history of training, and no held-back query", async () => {
    const request = createSearch({ body: "Mind the totals." }, { iterations: 4 });
    const writer = answers(tag("Reads books."), tag("Reads an invoice, soup."), tag("Reads letters."));
    await optimizeDescription(request, hostWith(writer));
    const { train, validation } = splitIn(request);
    expect([train.length, validation.length, writer.asked.length]).toEqual([6, 4, 3]);
    for (const prompt of writer.asked) {
      expect(prompt).toContain("Mind the totals.");
      for (const query of validation) expect(prompt).not.toContain(query);
    }
    const [first = "", , third = ""] = writer.asked;
    const wanted = train.filter((query) => query.includes("invoice"));
    for (const query of wanted) expect(first).toContain(query);
    for (const query of train.filter((one) => one.includes("soup"))) {
      expect(first).not.toContain(query);
      expect(third).toContain(query);
    }
    expect(third).toContain("Reads books.");
  });

  test("the same queries are held back again, whatever the order of the file", async () => {
    const [one, other] = [createSearch(), createSearch({ queries: queries.toReversed() })];
    for (const request of [one, other])
      await optimizeDescription(request, hostWith(answers(tag("An invoice."))));
    expect(splitIn(other).validation.toSorted()).toEqual(splitIn(one).validation.toSorted());
    const another = createSearch({}, { seed: 7 });
    await optimizeDescription(another, hostWith(answers(tag("An invoice."))));
    expect(splitIn(another).validation).not.toEqual(splitIn(one).validation);
  });

  test("with nothing held back the best is chosen by training", async () => {
    const request = createSearch({}, { holdout: 0 });
    const outcome = await optimizeDescription(request, hostWith(answers(tag("Reads an invoice."))));
    expect(outcome).toMatchObject({ best: "Reads an invoice.", history: [{ validation: [] }, {}] });
    expect(splitIn(request).train).toHaveLength(10);
  });

  test("neighbors are listed with every description", async () => {
    const seen: string[] = [];
    const tested = createChoosingModel((query, skills, step) => {
      seen.push([...skills.keys()].toSorted().join());
      return chooseByWords(query, skills, step);
    });
    const request = createSearch({ neighbors: { archive: "Stores things." } });
    const host = { ...hostWith(answers(tag("Reads an invoice."))), model: tested.model };
    await optimizeDescription(request, host);
    expect(seen).toHaveLength(20);
    expect(new Set(seen)).toEqual(new Set(["archive,reader"]));
  });
});

describe("the model's descriptions", () => {
  test("a description that is too long is requested once more, shorter", async () => {
    const request = createSearch();
    const long = "long ".repeat(300).trim();
    const writer = answers(tag(long), tag("Reads an invoice."));
    const outcome = await optimizeDescription(request, hostWith(writer));
    expect(outcome.best).toBe("Reads an invoice.");
    expect(writer.asked).toHaveLength(2);
    expect(writer.asked[1]).toContain("1499");
    const log: unknown = JSON.parse(read(request, `${triggerFiles.logs}/improve_iter_1.json`));
    expect(log).toMatchObject({
      iteration: 1,
      parsed_description: long,
      char_count: 1499,
      over_limit: true,
      rewrite_description: "Reads an invoice.",
      rewrite_char_count: 17,
      final_description: "Reads an invoice.",
    });
  });

  test.each([
    ["nothing in the tag's place", "I have no idea."],
    ["a description that was tried before", tag("Reads papers.")],
  ])("%s: requested again, and after the second time the search ends", async (_, answer) => {
    const writer = answers(answer);
    const outcome = await optimizeDescription(createSearch(), hostWith(writer));
    expect(outcome).toMatchObject({
      exit: { reason: "no-description", iteration: 1 },
      best: "Reads papers.",
    });
    expect(writer.asked).toHaveLength(2);
    const second = answers(answer, tag("Reads an invoice."));
    expect((await optimizeDescription(createSearch(), hostWith(second))).best).toBe("Reads an invoice.");
  });

  test("an unusable model ends the search with the best so far, and the reason", async () => {
    const writer = createWriter((_prompt, turn) => {
      if (turn > 1) throw apiError(401, "no key");
      return tag("Reads an invoice or soup.");
    });
    const outcome = await optimizeDescription(createSearch(), hostWith(writer));
    expect(outcome.exit).toEqual({ reason: "failing", iteration: 2 });
    expect(outcome.faults).toEqual([
      { message: expect.stringContaining("401") },
      { message: expect.stringContaining("401") },
    ]);
  });

  test("the measured model writes if there is no other, and all usage is counted", async () => {
    const chooser = createChoosingModel();
    const host = hostOf(chooser);
    const outcome = await optimizeDescription(createSearch(), host);
    expect(outcome.exit).toEqual({ reason: "no-description", iteration: 1 });
    expect(outcome.usage).toMatchObject([{ model: "turns", inputTokens: 1200 }]);
  });
});

describe("saved results", () => {
  test("results and logs are written in run_loop's shape", async () => {
    const request = createSearch();
    const { history } = await optimizeDescription(request, hostWith(answers(tag("Reads an invoice."))));
    const parsed = readOptimization(read(request, triggerFiles.optimization), "results.json");
    expect(parsed.ok && parsed.value).toEqual({
      exit: { reason: "all-passed", iteration: 2 },
      originalDescription: "Reads papers.",
      bestDescription: "Reads an invoice.",
      holdout: 0.4,
      iterations: history.map((one) => ({
        ...one,
        train: one.train.map(({ query, shouldTrigger, triggers, runs, rate, pass }) => ({
          ...{ query, shouldTrigger, triggers, runs, rate, pass },
        })),
        validation: one.validation.map(({ query, shouldTrigger, triggers, runs, rate, pass }) => ({
          ...{ query, shouldTrigger, triggers, runs, rate, pass },
        })),
      })),
    });
    expect(readdirSync(join(request.workspace, triggerFiles.logs))).toEqual(["improve_iter_1.json"]);
  });

  test("an interrupted search reports the best so far, and continues where it stopped", async () => {
    const request = createSearch();
    const stopping = new AbortController();
    let done = 0;
    const onProgress = (): void => {
      if (++done === 14) stopping.abort();
    };
    const texts = [tag("Reads an invoice or soup."), tag("Reads an invoice.")];
    const host = hostWith(answers(...texts), { jobs: 1, signal: stopping.signal, onProgress });
    const first = await optimizeDescription(request, host);
    expect(first).toMatchObject({ exit: { reason: "aborted", iteration: 1 }, best: "Reads papers." });
    const tested = createChoosingModel();
    const writer = answers(...texts.slice(1));
    const again = await optimizeDescription(request, { ...hostWith(writer), model: tested.model });
    expect(again).toMatchObject({
      exit: { reason: "all-passed", iteration: 3 },
      best: "Reads an invoice.",
      kept: 14,
    });
    expect(again.history[1]?.description).toBe("Reads an invoice or soup.");
    expect([tested.asked.length, writer.asked.length]).toEqual([16, 1]);
    const fresh = answers(...texts.slice(1));
    await optimizeDescription({ ...request, fresh: true }, hostWith(fresh));
    expect(fresh.asked).toHaveLength(1);
  });

  test("an abort while the model writes ends the search", async () => {
    const stopping = new AbortController();
    const writer = createWriter(() => {
      stopping.abort();
      return tag("Reads an invoice.");
    });
    const outcome = await optimizeDescription(createSearch(), hostWith(writer, { signal: stopping.signal }));
    expect(outcome).toMatchObject({ exit: { reason: "aborted", iteration: 1 }, best: "Reads papers." });
  });

  test("a run lost to an error is repeated once before descriptions are compared", async () => {
    let turn = 0;
    const tested = createChoosingModel((query, skills, step) => {
      if (++turn === 3) throw apiError(401, "no key");
      return chooseByWords(query, skills, step);
    });
    const host = { ...hostWith(answers(tag("Reads an invoice."))), model: tested.model };
    const outcome = await optimizeDescription(createSearch(), host);
    expect(outcome).toMatchObject({ exit: { reason: "all-passed" }, kept: 0 });
    const rows = outcome.history.flatMap(({ train, validation }) => [...train, ...validation]);
    expect(rows.map(({ runs }) => runs)).toEqual(Array.from({ length: 20 }, () => 1));
    expect(outcome.faults).toHaveLength(1);
  });

  test("a description with a query that is never answered is not compared", async () => {
    const tested = createChoosingModel((query, skills, step) => {
      if (query.endsWith("soup delta")) throw apiError(401, "no key");
      return chooseByWords(query, skills, step);
    });
    const host = { ...hostWith(answers(tag("Reads an invoice."))), model: tested.model };
    const outcome = await optimizeDescription(createSearch(), host);
    expect(outcome).toMatchObject({
      exit: { reason: "failing", iteration: 0 },
      history: [],
      best: "Reads papers.",
    });
  });
});

test.each(["[]", "nonsense"])("unusable queries are refused: %j", async (text) => {
  const search = optimizeDescription(createSearch({ queries: text }), hostWith(answers("")));
  await expect(search).rejects.toThrow(SkillError);
});
