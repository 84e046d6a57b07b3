import type { AgentModel } from "@skillwright/runtime/agent";
import { ModelFailure } from "@skillwright/runtime/agent";
import type { ModelTurn } from "../scenarios/model-turn.ts";
import type { Exchange, Recording } from "../scenarios/recording.ts";
import { createCanonicaliser } from "./canonical-request.ts";
import { createTurnModel } from "./create-turn-model.ts";
import { explainMismatch } from "./explain-mismatch.ts";
import { mapFields } from "./map-texts.ts";
import type { Place } from "./place.ts";

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
  const canonicalize = createCanonicaliser({ places, secrets });
  const answers = Map.groupBy(recording.exchanges, ({ request }) => request.digest);
  const given = new Map<string, number>();
  const hasOtherSkills = skills.join() !== recording.skills.join();
  return createTurnModel(
    async (asked) => {
      if (hasOtherSkills) throw failure(`The skills have changed since this was recorded. ${advice}`);
      const { request, show } = canonicalize(asked);
      const count = given.get(request.digest) ?? 0;
      const exchange = answers.get(request.digest)?.[count];
      if (!exchange)
        throw failure(
          `The recording has no answer: ${explainMismatch(request, recording.exchanges)} ${advice}`,
        );
      given.set(request.digest, count + 1);
      return restore(exchange, show);
    },
    { modelId: recording.model, provider: "recording" },
  );
}

function failure(message: string): ModelFailure {
  return new ModelFailure({ kind: "failed", message }, { mayRetry: false });
}

function restore({ turn }: Exchange, show: (text: string) => string): ModelTurn {
  return {
    ...turn,
    ...(turn.text === undefined ? {} : { text: show(turn.text) }),
    calls: turn.calls.map(({ tool, input }) => ({
      tool: show(tool),
      input: typeof input === "string" ? show(input) : mapFields(input, show),
    })),
  };
}
