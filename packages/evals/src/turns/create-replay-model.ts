import { printable } from "@skillwright/core/text";
import { type AgentModel, ModelFailure } from "@skillwright/runtime/agent";
import { createCanonicalizer } from "./canonical-request.ts";
import { createTurnModel } from "./create-turn-model.ts";
import { mapTurn } from "./model-turn.ts";
import type { Place } from "./place-names.ts";
import type { Exchange, RecordedRequest, Recording } from "./recording.ts";

export type ReplayOptions = {
  readonly places: readonly Place[];
  /** The current digests of the agent's skills; if they differ from the recording, nothing is answered. */
  readonly skills?: readonly string[];
  /** The secrets given when it was recorded, or their replacements. */
  readonly secrets?: readonly string[];
  /** How to record again: a sentence for the user. */
  readonly advice?: string;
};

/** A model that answers recorded requests and fails on others. Equal requests are answered in order. */
export function createReplayModel(
  recording: Recording,
  { places, skills = recording.skills, secrets = [], advice = "Record it again." }: ReplayOptions,
): AgentModel {
  const canonicalize = createCanonicalizer({ places, secrets });
  const answers = Map.groupBy(recording.exchanges, ({ request }) => request.digest);
  const given = new Map<string, number>();
  const hasOtherSkills = skills.join() !== recording.skills.join();
  return createTurnModel(
    async (asked) => {
      if (hasOtherSkills) throw failure(`The skills have changed since this was recorded. ${advice}`);
      const { request, restore } = canonicalize(asked);
      const count = given.get(request.digest) ?? 0;
      const exchange = answers.get(request.digest)?.[count];
      if (!exchange)
        throw failure(
          `The recording has no answer: ${explainMismatch(request, recording.exchanges)} ${advice}`,
        );
      given.set(request.digest, count + 1);
      return mapTurn(exchange.turn, restore);
    },
    { modelId: recording.model, provider: "recording" },
  );
}

function failure(message: string): ModelFailure {
  return new ModelFailure({ kind: "failed", message }, { mayRetry: false });
}

/**
 * Explains how an unrecorded request differs from the most similar recorded one, in one bounded, printable
 * sentence.
 */
export function explainMismatch(request: RecordedRequest, exchanges: readonly Exchange[]): string {
  const times = exchanges.filter((exchange) => exchange.request.digest === request.digest).length;
  if (times > 0)
    return `this request was recorded ${times === 1 ? "once" : `${times} times`}, and is made once more.`;
  const [first, ...others] = exchanges.map((exchange) => exchange.request);
  if (first === undefined) return "it is empty.";
  const nearest = others.reduce(
    (best, one) => (likeness(one, request) > likeness(best, request) ? one : best),
    first,
  );
  return describe(request, nearest);
}

/** The last message counts most; ties go to the same instructions and tools. */
function likeness(one: RecordedRequest, other: RecordedRequest): number {
  const same = Number(one.system === other.system) + Number(one.tools === other.tools);
  return sharedLength(one.excerpt, other.excerpt) + same / 4;
}

function describe(request: RecordedRequest, nearest: RecordedRequest): string {
  if (request.system !== nearest.system) return "the agent's instructions differ.";
  if (request.tools !== nearest.tools) return "the agent's tools differ.";
  if (request.excerpt === nearest.excerpt) return "an earlier message differs, or the end of the last one.";
  const at = sharedLength(request.excerpt, nearest.excerpt);
  return `the last message has ${quote(request.excerpt, at)} where ${quote(nearest.excerpt, at)} was recorded.`;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** A few words around a position. */
function quote(text: string, at: number): string {
  const start = Math.max(0, at - shownBefore);
  const end = at + shownAfter;
  const words = text.slice(start, end).toWellFormed().replace(/\s+/g, " ");
  return `"${start > 0 ? "…" : ""}${printable(words)}${end < text.length ? "…" : ""}"`;
}

const shownBefore = 30;
const shownAfter = 60;
