import type { AgentModel } from "@skillwright/runtime/agent";
import { ModelFailure } from "@skillwright/runtime/agent";
import type { ModelTurn } from "../scenarios/model-turn.ts";
import { createTurnModel } from "./create-turn-model.ts";

type Request = Parameters<Parameters<typeof createTurnModel>[0]>[0];

/**
 * A model that plays these turns in order and fails after the last: a script that ends too soon is a mistake.
 * `fill` inserts what only the request tells.
 */
export function createScriptedModel(
  turns: readonly ModelTurn[],
  fill: (turn: ModelTurn, request: Request) => ModelTurn = (turn) => turn,
): AgentModel {
  let asked = 0;
  const next = async (request: Request): Promise<ModelTurn> => {
    const turn = turns[asked++];
    if (turn !== undefined) return fill(turn, request);
    const message = `The script has no turn ${asked}. Add the missing turns, or make the last turn one with text and without calls.`;
    throw new ModelFailure({ kind: "failed", message }, { mayRetry: false });
  };
  return createTurnModel(next, { modelId: "scripted" });
}
