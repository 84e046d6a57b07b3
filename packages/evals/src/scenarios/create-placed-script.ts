import type { AgentModel } from "@skillwright/runtime/agent";
import { createCanonicaliser } from "../turns/canonical-request.ts";
import { createScriptedModel } from "../turns/create-scripted-model.ts";
import { mapFields } from "../turns/map-texts.ts";
import type { ModelTurn } from "./model-turn.ts";
import type { AnswerPlace } from "./open-answers.ts";
import type { ReadyScenario } from "./planned-scenario.ts";

/**
 * A model that plays the case's turns. The author cannot know the folders of a run, so `${SKILL_DIR}` stands
 * for the skill's and `${WORKSPACE}` for the agent's.
 */
export function createPlacedScript({ scenario }: ReadyScenario, { skills, places }: AnswerPlace): AgentModel {
  const own = { name: "SKILL_DIR", path: skills.copies[0] ?? skills.folder };
  const canonicalize = createCanonicaliser({ places: [own, ...places], secrets: [] });
  return createScriptedModel(scenario.turns ?? [], (turn, request) => {
    const { show } = canonicalize(request);
    return placeTurn(turn, (words) => show(words.replace(/\$\{WORKSPACE\}/g, () => `\${TRIAL}/work`)));
  });
}

function placeTurn({ text, calls, ...rest }: ModelTurn, toPlace: (words: string) => string): ModelTurn {
  return {
    ...rest,
    ...(text === undefined ? {} : { text: toPlace(text) }),
    calls: calls.map(({ tool, input }) => ({
      tool,
      input: typeof input === "string" ? toPlace(input) : mapFields(input, toPlace),
    })),
  };
}
