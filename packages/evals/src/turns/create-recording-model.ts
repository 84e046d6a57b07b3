import type { AgentModel } from "@skillwright/runtime/agent";
import { type LanguageModelMiddleware, wrapLanguageModel } from "ai";
import type { Exchange, Recording } from "../scenarios/recording.ts";
import { createCanonicaliser } from "./canonical-request.ts";
import type { StreamPart, TurnRequest } from "./create-turn-model.ts";
import type { Place } from "./place.ts";
import { type Ending, type Heard, hear, nothingHeard, toTurn } from "./to-turn.ts";

export type RecordingOptions = {
  readonly places: readonly Place[];
  /** Digests of the agent's skills: `SkillSet.digests`. */
  readonly skills?: readonly string[];
  /** Values that must not be in the recording. */
  readonly secrets?: readonly string[];
};

/** A model that passes on another one's answers, and their recording. */
export type RecordingModel = {
  readonly model: AgentModel;
  /** The complete answers so far, in the order of the requests. */
  recording(): Recording;
};

/**
 * Records a model's answers and passes them on unchanged. Skips failed and interrupted answers, so that a
 * retried request is recorded once.
 */
export function createRecordingModel(
  model: AgentModel,
  { places, skills = [], secrets = [] }: RecordingOptions,
): RecordingModel {
  const canonicalize = createCanonicaliser({ places, secrets });
  const kept: (Exchange | undefined)[] = [];
  const begin = (params: TurnRequest): ((heard: Heard, ending: Ending) => void) => {
    const { request, hide } = canonicalize(params);
    const index = kept.push(undefined) - 1;
    return (heard, ending) => {
      const turn = params.abortSignal?.aborted ? undefined : toTurn(heard, ending, hide);
      kept[index] = turn && { request, turn };
    };
  };
  return {
    model: wrapLanguageModel({ model, middleware: createMiddleware(begin) }),
    recording: () => ({
      version: 1,
      model: model.modelId,
      skills,
      exchanges: kept.filter((exchange) => exchange !== undefined),
    }),
  };
}

type Begin = (params: TurnRequest) => (heard: Heard, ending: Ending) => void;

function createMiddleware(begin: Begin): LanguageModelMiddleware {
  return {
    specificationVersion: "v4",
    wrapGenerate: async ({ doGenerate, params }) => {
      const end = begin(params);
      const answer = await doGenerate();
      end(answer.content.reduce(hear, nothingHeard), answer);
      return answer;
    },
    wrapStream: async ({ doStream, params }) => {
      const end = begin(params);
      const { stream, ...rest } = await doStream();
      return { ...rest, stream: listen(stream, end) };
    },
  };
}

function listen(
  stream: ReadableStream<StreamPart>,
  end: (heard: Heard, ending: Ending) => void,
): ReadableStream<StreamPart> {
  const reader = stream.getReader();
  let heard = nothingHeard;
  return new ReadableStream<StreamPart>({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      heard = hear(heard, value);
      if (value.type === "finish") end(heard, value);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
