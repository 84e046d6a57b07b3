import { limits } from "@skillwright/core";
import type { JsonObject } from "@skillwright/core/text";
import { systemClock } from "@skillwright/runtime";
import { type BadAnswer, toRepairRequest } from "../judging/consult-model.ts";
import type { ModelQuestion } from "../judging/fence.ts";
import {
  type DescribedSkill,
  readImprovement,
  toImprovementRequest,
  toShorterRequest,
} from "../judging/improve-description.ts";

import type { TrialUsage } from "../trials/trial.ts";
import { askModel } from "../turns/ask-model.ts";
import type { TriggerHost } from "./trigger-host.ts";

/** A description written by a model, and its usage. */
export type WrittenDescription = {
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
export async function writeDescription(
  skill: DescribedSkill,
  host: TriggerHost,
): Promise<WrittenDescription> {
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
