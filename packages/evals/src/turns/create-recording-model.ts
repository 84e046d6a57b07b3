import { isJsonObject, parseJson } from "@skillwright/core/text";
import { type AgentModel, isNestedDeeper } from "@skillwright/runtime/agent";
import { type LanguageModelMiddleware, wrapLanguageModel } from "ai";
import { evalsLimits } from "../limits.ts";
import { createCanonicalizer } from "./canonical-request.ts";
import type { Generated, StreamPart, TurnRequest } from "./create-turn-model.ts";
import { type ModelTurn, mapFields, type TurnCall, turnFinishes } from "./model-turn.ts";
import type { Place } from "./place-names.ts";
import type { Exchange, Recording } from "./recording.ts";

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
  const canonicalize = createCanonicalizer({ places, secrets });
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
      end(answer.content.reduce(hear, noParts), answer);
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
  let heard = noParts;
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

/** The parts of an answer so far. */
type Heard = {
  readonly text: string;
  readonly calls: readonly { readonly tool: string; readonly input: string }[];
  readonly hasFailed: boolean;
};

const noParts: Heard = { text: "", calls: [], hasFailed: false };

type Content = Generated["content"][number];

function hear(heard: Heard, part: StreamPart | Content): Heard {
  if (part.type === "error") return { ...heard, hasFailed: true };
  if (part.type === "text-delta") return { ...heard, text: heard.text + part.delta };
  if (part.type === "text") return { ...heard, text: heard.text + part.text };
  if (part.type !== "tool-call" || part.providerExecuted === true) return heard;
  return { ...heard, calls: [...heard.calls, { tool: part.toolName, input: part.input }] };
}

type Ending = Pick<Generated, "finishReason" | "usage">;

/** A complete answer as it is recorded; undefined for one that the agent rejects and asks for again. */
function toTurn(
  { text, calls, hasFailed }: Heard,
  { finishReason: { unified }, usage }: Ending,
  hide: (text: string) => string,
): ModelTurn | undefined {
  if (hasFailed || unified === "error" || unified === "interrupted") return undefined;
  const finish = turnFinishes.find((one) => one === unified);
  if (text.trim() === "" && calls.length === 0 && finish !== "length" && finish !== "content-filter")
    return undefined;
  return {
    ...(text === "" ? {} : { text: hide(text) }),
    calls: calls.map(({ tool, input }): TurnCall => ({ tool: hide(tool), input: readInput(input, hide) })),
    usage: {
      inputTokens: usage.inputTokens.total ?? 0,
      cachedInputTokens: usage.inputTokens.cacheRead ?? 0,
      outputTokens: usage.outputTokens.total ?? 0,
    },
    ...(finish === undefined ? {} : { finish }),
  };
}

function readInput(input: string, hide: (text: string) => string): TurnCall["input"] {
  // The file's depth is limited; deeper input is recorded as text.
  const value = isNestedDeeper(input, inputLevels) ? undefined : parseJson(input);
  return isJsonObject(value) ? mapFields(value, hide) : hide(input);
}

/** A recording has six levels around a call's input. */
const inputLevels = evalsLimits.evalResultDepth - 8;
