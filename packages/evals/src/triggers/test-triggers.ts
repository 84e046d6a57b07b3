import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AgentModel } from "@skillwright/runtime/agent";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import type { TriggerQuery } from "../formats/trigger-results.ts";
import { testHost } from "../testing/test-suite.ts";
import { createTurnModel, type TurnRequest } from "../turns/create-turn-model.ts";
import { planTriggers, type ReadyTriggers, type TriggerRequest } from "./plan-triggers.ts";
import { runTriggers, type TriggerHost, type TriggerOutcome } from "./run-triggers.ts";

export const { fs } = testHost;

/** Four queries: the first two ask for what the skill does. */
export const queries: readonly TriggerQuery[] = [
  { query: "extract the tables of this invoice", shouldTrigger: true },
  { query: "read the invoice from June", shouldTrigger: true },
  { query: "bake a cake", shouldTrigger: false },
  { query: "mend the roof", shouldTrigger: false },
];

export type TestSkills = {
  readonly description?: string;
  readonly body?: string;
  readonly frontmatter?: string;
  readonly queries?: readonly TriggerQuery[] | string;
  /** Descriptions by name. */
  readonly neighbors?: Readonly<Record<string, string>>;
};

/** A skill named `reader` with its queries, and neighboring skills. */
export function createRequest(skills: TestSkills = {}, more: Partial<TriggerRequest> = {}): TriggerRequest {
  const root = createTestFolder();
  const { description = "Reads an invoice.", neighbors = {} } = skills;
  const directory = join(root, "reader");
  const request: TriggerRequest = {
    fs,
    skill: { name: "reader", directory, description },
    neighbors: Object.keys(neighbors).map((name) => join(root, name)),
    runs: 2,
    threshold: 0.5,
    rule: "above",
    maxSteps: 3,
    timeoutSeconds: 20,
    modelLabel: "test/model",
    workspace: join(root, "reader-workspace"),
    fresh: false,
    ...more,
  };
  writeSkill(request, skills);
  for (const [name, text] of Object.entries(neighbors))
    write(join(root, name, "SKILL.md"), toManifest(name, text));
  return request;
}

/** Writes the skill of a request again. */
export function writeSkill({ skill: { directory } }: TriggerRequest, skills: TestSkills): void {
  const { description = "Reads an invoice.", body = "Read it.", frontmatter = "" } = skills;
  write(join(directory, "SKILL.md"), `${toManifest("reader", description, frontmatter)}${body}\n`);
  const { queries: own = queries } = skills;
  const text = typeof own === "string" ? own : JSON.stringify(own.map(toRow));
  write(join(directory, "evals/eval_queries.json"), text);
}

export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function toManifest(name: string, description: string, more = ""): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n${more}---\n`;
}

function toRow({ query, shouldTrigger }: TriggerQuery): object {
  return { query, should_trigger: shouldTrigger };
}

/** The input of a model's choice: the task, the visible skills by name, and the step, counted from 1. */
export type Choice = (query: string, skills: ReadonlyMap<string, string>, step: number) => string | undefined;

export type TestModel = {
  readonly model: AgentModel;
  /** The task of each call. */
  readonly asked: string[];
};

/** A model that uses the chosen skill, or reports that it is done. An exception of the choice is a model error. */
export function createChoosingModel(choose: Choice = chooseByWords): TestModel {
  const asked: string[] = [];
  const model = createTurnModel(async ({ prompt, tools }) => {
    const query = textOf(prompt);
    asked.push(query);
    const step = prompt.filter(({ role }) => role === "assistant").length + 1;
    const skill = choose(query, listedIn(tools), step);
    const usage = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 10 };
    if (skill === undefined) return { text: "I can do that.", calls: [], usage };
    return { calls: [{ tool: "Skill", input: { skill } }], usage };
  });
  return { model, asked };
}

/** The first skill with a longer word of the query in its description. */
export function chooseByWords(
  query: string,
  skills: ReadonlyMap<string, string>,
  step = 1,
): string | undefined {
  if (step > 1) return undefined;
  const words = query.split(" ").filter((word) => word.length > 3);
  for (const [name, description] of skills) if (words.some((word) => description.includes(word))) return name;
  return undefined;
}

function textOf(prompt: TurnRequest["prompt"]): string {
  const user = prompt.find(({ role }) => role === "user");
  const parts = user?.role === "user" ? user.content : [];
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function listedIn(tools: TurnRequest["tools"] = []): ReadonlyMap<string, string> {
  const tool = tools.find(({ name }) => name === "Skill");
  const listing = tool?.type === "function" ? (tool.description ?? "") : "";
  const lines = listing.matchAll(/^"([^"]+)": (.*)$/gm);
  return new Map([...lines].map(([, name = "", description = ""]) => [name, description]));
}

/** A model without tools that answers by the prompt it gets. */
export function createWriter(answer: (prompt: string, turn: number) => string): TestModel {
  const asked: string[] = [];
  const model = createTurnModel(async ({ prompt }) => {
    asked.push(JSON.stringify(prompt));
    const usage = { inputTokens: 1000, cachedInputTokens: 0, outputTokens: 100 };
    return { text: answer(textOf(prompt), asked.length), calls: [], usage };
  });
  return { model, asked };
}

export function hostOf({ model }: TestModel, more: Partial<TriggerHost> = {}): TriggerHost {
  return { environment: testHost.environment, sandbox: testHost.sandbox, model, ...more };
}

export function planReady(request: TriggerRequest): ReadyTriggers {
  const plan = planTriggers(request);
  if (plan.status !== "ready") throw new Error(`not ready: ${JSON.stringify(plan)}`);
  return plan;
}

export function measureWith(request: TriggerRequest, host: TriggerHost): Promise<TriggerOutcome> {
  return runTriggers(planReady(request), host);
}
