import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createForeign, link } from "../trials/test-foreign.ts";
import { optimizeDescription } from "./optimize-description.ts";
import { planTriggers } from "./plan-triggers.ts";
import { triggerFiles } from "./saved-runs.ts";
import { createChoosingModel, createRequest, createWriter, hostOf, measureWith } from "./test-triggers.ts";

const runs = "runs.jsonl";
const line = '{"version":1,"key":"k","query":"q","run":1,"triggered":true}\n';

const places: readonly (readonly [string, string])[] = [
  ["", ""],
  ["triggers", ""],
  ["triggers/optimization", ""],
  ["triggers/optimization/logs", ""],
  [triggerFiles.runs, runs],
  [triggerFiles.improvements, runs],
];

test.each(places)(
  "a link at %j of the workspace is refused by name before anything is run",
  async (at, to) => {
    for (const fresh of [false, true]) {
      const foreign = createForeign({ [runs]: line });
      const before = foreign.content();
      const request = createRequest({}, { fresh });
      const path = join(request.workspace, at);
      link(join(foreign.path, to), path);
      const refusal = expect.objectContaining({ code: "file-is-link", details: { path } });
      expect(() => planTriggers(request)).toThrow(refusal);
      const tested = createChoosingModel();
      const searched = { ...request, iterations: 2, holdout: 0.4, seed: 1 };
      await expect(optimizeDescription(searched, hostOf(tested))).rejects.toEqual(refusal);
      expect(tested.asked).toEqual([]);
      expect(foreign.content()).toEqual(before);
    }
  },
);

test("a link to nowhere is refused as well", () => {
  const request = createRequest();
  link("/nowhere/at-all", join(request.workspace, triggerFiles.runs));
  expect(() => planTriggers(request)).toThrow(expect.objectContaining({ code: "file-is-link" }));
});

test.each([triggerFiles.results, triggerFiles.train, triggerFiles.optimization])(
  "a link in place of %s is replaced",
  async (name) => {
    const foreign = createForeign();
    const before = foreign.content();
    const request = createRequest();
    const path = join(request.workspace, name);
    link(join(foreign.path, "keep.txt"), path);
    const writer = createWriter(() => "<new_description>Reads invoices.</new_description>");
    const host = { ...hostOf(createChoosingModel()), improver: { model: writer.model, label: "w" } };
    await measureWith(request, host);
    await optimizeDescription({ ...request, iterations: 1, holdout: 0.4, seed: 1 }, host);
    expect(lstatSync(path).isSymbolicLink()).toBe(false);
    expect(readFileSync(path, "utf8")).not.toBe("precious");
    expect(foreign.content()).toEqual(before);
  },
);

test("nothing is created behind a link that appears after the plan", async () => {
  const foreign = createForeign();
  const request = createRequest();
  const plan = planTriggers(request);
  link(foreign.path, join(request.workspace, "triggers"));
  const { runTriggers } = await import("./run-triggers.ts");
  if (plan.status !== "ready") throw new Error("not ready");
  await expect(runTriggers(plan, hostOf(createChoosingModel()))).rejects.toMatchObject({
    code: "file-is-link",
  });
  expect(existsSync(join(foreign.path, runs))).toBe(false);
});
