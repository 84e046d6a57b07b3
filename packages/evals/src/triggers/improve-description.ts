import { limits } from "@skillwright/core";
import { parseSkill } from "@skillwright/core/parse";
import type { JsonObject } from "@skillwright/core/text";
import { systemClock } from "@skillwright/runtime";
import type { OptimizationIteration } from "../formats/optimization-result.ts";
import { toJsonText } from "../formats/read-eval-file.ts";
import { measureTriggers } from "../formats/trigger-results.ts";
import { askModel } from "../judging/ask-model.ts";
import { type BadAnswer, toRepairRequest } from "../judging/consult-model.ts";
import type { ModelQuestion } from "../judging/fence.ts";
import {
  type DescribedSkill,
  readImprovement,
  toImprovementRequest,
  toShorterRequest,
} from "../judging/improve-description.ts";
import type { Workspace } from "../trials/refuse-links.ts";
import type { TrialUsage } from "../trials/trial.ts";
import type { ReadyTriggers } from "./plan-triggers.ts";
import type { OptimizationHost, TriggerFault, TriggerHost } from "./run-triggers.ts";
import { digestOf, readImprovements, saveImprovement, triggerFiles } from "./saved-runs.ts";
import { writeText } from "./workspace-files.ts";

/** Asks a model for the next description. */
export type Improver = {
  /** Uses only the training results. */
  improve(history: readonly OptimizationIteration[]): Promise<Improvement>;
  usage(): readonly TrialUsage[];
  faults(): readonly TriggerFault[];
};

type Improvement =
  | { readonly status: "improved"; readonly description: string }
  /** `failing`: the model could not be called. */
  | { readonly status: "no-description" | "failing" | "aborted" };

/** Reuses descriptions written earlier for the same results, so that an interrupted search resumes. */
export function createImprover(plan: ReadyTriggers, host: OptimizationHost): Improver {
  const { request, sources } = plan;
  const { skill, fresh } = request;
  const { model, label } = host.improver ?? { model: host.model, label: request.modelLabel };
  const body = bodyOf(sources.skill.manifest);
  const known = fresh ? new Map<string, string>() : readImprovements(request);
  const usages: TrialUsage[] = [];
  const faults: TriggerFault[] = [];
  return {
    improve: async (history) => {
      const described = { name: skill.name, body, ...toTrainHistory(history) };
      const key = digestOf(["improvement-1", label, described]);
      const found = known.get(key);
      if (found !== undefined) return { status: "improved", description: found };
      const written = await writeDescription(described, { ...host, model });
      usages.push(...written.usage);
      faults.push(...written.faults.map((message) => ({ message })));
      if (written.status === "aborted") return { status: "aborted" };
      writeImprovementLog(request, history.length, written.log);
      if (written.status !== "improved") return { status: written.status };
      saveImprovement(request, key, written.description);
      return { status: "improved", description: written.description };
    },
    usage: () => usages,
    faults: () => faults,
  };
}

function bodyOf(manifest: string): string {
  const { text, bodySpan } = parseSkill(manifest);
  return text.slice(bodySpan.start, bodySpan.end);
}

/** Must not leak anything about the held-back queries. */
function toTrainHistory(
  history: readonly OptimizationIteration[],
): Pick<DescribedSkill, "description" | "failures" | "history"> {
  const tried = history.map(({ description, train }) => {
    const { passed, total } = measureTriggers(train);
    return { description, passed, total, failures: train.filter(({ pass, runs }) => !pass && runs > 0) };
  });
  const last = tried.at(-1);
  return {
    description: last?.description ?? "",
    failures: last?.failures ?? [],
    history: tried.slice(0, -1),
  };
}

/** A description written by a model, and its usage. */
type WrittenDescription = {
  readonly usage: readonly TrialUsage[];
  /** Why calls of the model failed. */
  readonly faults: readonly string[];
  /** The last prompt and response, in the format of skill-creator's logs. */
  readonly log: JsonObject;
} & (
  | { readonly status: "improved"; readonly description: string }
  | { readonly status: "no-description" | "failing" | "aborted" }
);

/** Asks for a better description, and once more when the first answer has no usable one. */
async function writeDescription(skill: DescribedSkill, host: TriggerHost): Promise<WrittenDescription> {
  const usage: TrialUsage[] = [];
  const faults: string[] = [];
  const boundary = (): string => (host.clock ?? systemClock).createId();
  const ask: Ask = async (question) => {
    const { secrets = [], signal } = host;
    const asked = { ...question, model: host.model, secrets, ...(signal ? { signal } : {}) };
    const answer = await askModel(asked);
    if (!answer.ok) faults.push(answer.fault.message);
    else usage.push(answer.usage);
    return answer.ok ? answer.text : undefined;
  };
  const question = toImprovementRequest(skill, { boundary: boundary() });
  let drafted: Draft = { kind: "fault", log: {} };
  try {
    drafted = await draft(question, { skill, ask, boundary });
    if (drafted.kind !== "good")
      drafted = await draft(askAgain(question, drafted, boundary()), { skill, ask, boundary });
  } catch (error) {
    if (!host.signal?.aborted) throw error;
    return { status: "aborted", usage, faults, log: drafted.log };
  }
  const { log } = drafted;
  if (drafted.kind === "good")
    return { status: "improved", description: drafted.description, usage, faults, log };
  return { status: drafted.kind === "bad" ? "no-description" : "failing", usage, faults, log };
}

/** Undefined when the model failed. */
type Ask = (question: ModelQuestion) => Promise<string | undefined>;

type Draft = { readonly log: JsonObject } & (
  | { readonly kind: "good"; readonly description: string }
  | { readonly kind: "bad"; readonly bad: BadAnswer }
  | { readonly kind: "fault" }
);

function askAgain(question: ModelQuestion, drafted: Draft, boundary: string): ModelQuestion {
  return drafted.kind === "bad" ? toRepairRequest(question, drafted.bad, { boundary }) : question;
}

type DraftParts = {
  readonly skill: DescribedSkill;
  readonly ask: Ask;
  readonly boundary: () => string;
};

async function draft(question: ModelQuestion, { skill, ask, boundary }: DraftParts): Promise<Draft> {
  const answer = await ask(question);
  if (answer === undefined) return { kind: "fault", log: { prompt: question.prompt } };
  const tagged = findTagged(answer);
  const log = {
    ...{ prompt: question.prompt, response: answer, parsed_description: tagged },
    ...{ char_count: [...tagged].length, over_limit: [...tagged].length > limits.descriptionLength },
  };
  const read = readImprovement(answer);
  // Without the tag, there is nothing to shorten.
  if (read.ok || tagged === "") return settle(answer, { skill, log });
  const shorter = toShorterRequest({ answer, reason: read.reason }, { boundary: boundary() });
  const rewritten = await ask(shorter);
  if (rewritten === undefined) return { kind: "fault", log: { ...log, rewrite_prompt: shorter.prompt } };
  const retagged = findTagged(rewritten);
  const rewrite = {
    ...{ rewrite_prompt: shorter.prompt, rewrite_response: rewritten, rewrite_description: retagged },
    rewrite_char_count: [...retagged].length,
  };
  return settle(rewritten, { skill, log: { ...log, ...rewrite } });
}

/** The proposed description, usable or not. */
function findTagged(answer: string): string {
  const start = answer.indexOf(opening);
  const end = answer.indexOf("</new_description>", start);
  return start === -1 || end === -1 ? "" : answer.slice(start + opening.length, end).trim();
}

const opening = "<new_description>";

type SettleParts = { readonly skill: DescribedSkill; readonly log: JsonObject };

function settle(answer: string, { skill, log }: SettleParts): Draft {
  const read = readImprovement(answer);
  if (!read.ok) return { kind: "bad", bad: { answer, reason: read.reason }, log };
  const { description } = read;
  const tried = [skill, ...skill.history].some((one) => one.description === description);
  if (tried) return { kind: "bad", bad: { answer, reason: "This description was tried before." }, log };
  return { kind: "good", description, log: { ...log, final_description: description } };
}

/** Writes the log of an iteration's improvement, in the format of improve_description. */
function writeImprovementLog(place: Workspace, iteration: number, log: JsonObject): void {
  const name = `${triggerFiles.logs}/improve_iter_${iteration}.json`;
  writeText(place, name, toJsonText({ iteration, ...log }));
}
