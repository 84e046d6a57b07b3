import { compact, isJsonObject, parseJson } from "@skillwright/core/text";
import { type AgentModel, isNestedDeeper } from "@skillwright/runtime/agent";
import { type LanguageModelMiddleware, wrapLanguageModel } from "ai";
import { evalsLimits } from "../limits.ts";
import { createCanonicalizer } from "./canonical-request.ts";
import type { Generated, StreamPart, TurnRequest } from "./create-turn-model.ts";
import { type ModelTurn, mapTurn, type TurnCall, turnFinishes } from "./model-turn.ts";
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
  const exchanges: (Exchange | undefined)[] = [];
  const begin: Begin = (params) => {
    const { request, toRecorded } = canonicalize(params);
    const index = exchanges.push(undefined) - 1;
    return (parts, ending) => {
      const turn = params.abortSignal?.aborted ? undefined : toTurn(parts, ending);
      exchanges[index] = turn && { request, turn: mapTurn(turn, toRecorded) };
    };
  };
  return {
    model: wrapLanguageModel({ model, middleware: createMiddleware(begin) }),
    recording: () => ({
      version: 1,
      model: model.modelId,
      skills,
      exchanges: exchanges.filter((exchange) => exchange !== undefined),
    }),
  };
}

/** Called with a request; returns what to call with the end of its answer. */
type Begin = (params: TurnRequest) => End;
type End = (parts: AnswerParts, ending: Ending) => void;

function createMiddleware(begin: Begin): LanguageModelMiddleware {
  return {
    specificationVersion: "v4",
    wrapGenerate: async ({ doGenerate, params }) => {
      const end = begin(params);
      const answer = await doGenerate();
      end(answer.content.reduce(addPart, noParts), answer);
      return answer;
    },
    wrapStream: async ({ doStream, params }) => {
      const end = begin(params);
      const { stream, ...rest } = await doStream();
      return { ...rest, stream: tapStream(stream, end) };
    },
  };
}

function tapStream(stream: ReadableStream<StreamPart>, end: End): ReadableStream<StreamPart> {
  const reader = stream.getReader();
  let parts = noParts;
  return new ReadableStream<StreamPart>({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      parts = addPart(parts, value);
      if (value.type === "finish") end(parts, value);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The parts of an answer so far. */
type AnswerParts = {
  readonly text: string;
  readonly calls: readonly { readonly tool: string; readonly input: string }[];
  readonly hasFailed: boolean;
};

const noParts: AnswerParts = { text: "", calls: [], hasFailed: false };

type Content = Generated["content"][number];

function addPart(parts: AnswerParts, part: StreamPart | Content): AnswerParts {
  if (part.type === "error") return { ...parts, hasFailed: true };
  if (part.type === "text-delta") return { ...parts, text: parts.text + part.delta };
  if (part.type === "text") return { ...parts, text: parts.text + part.text };
  if (part.type !== "tool-call" || part.providerExecuted === true) return parts;
  return { ...parts, calls: [...parts.calls, { tool: part.toolName, input: part.input }] };
}

type Ending = Pick<Generated, "finishReason" | "usage">;

/** A complete answer; undefined for one that the agent rejects and asks for again. */
function toTurn(
  { text, calls, hasFailed }: AnswerParts,
  { finishReason: { unified }, usage }: Ending,
): ModelTurn | undefined {
  if (hasFailed || unified === "error" || unified === "interrupted") return undefined;
  const finish = turnFinishes.find((one) => one === unified);
  if (text.trim() === "" && calls.length === 0 && finish !== "length" && finish !== "content-filter")
    return undefined;
  return compact<ModelTurn>({
    text: text === "" ? undefined : text,
    calls: calls.map(({ tool, input }) => ({ tool, input: readInput(input) })),
    usage: {
      inputTokens: usage.inputTokens.total ?? 0,
      cachedInputTokens: usage.inputTokens.cacheRead ?? 0,
      outputTokens: usage.outputTokens.total ?? 0,
    },
    finish,
  });
}

function readInput(input: string): TurnCall["input"] {
  // The file's depth is limited; deeper input is recorded as text.
  const value = isNestedDeeper(input, inputLevels) ? undefined : parseJson(input);
  return isJsonObject(value) ? value : input;
}

/** A recording has six levels around a call's input. */
const inputLevels = evalsLimits.evalResultDepth - 8;
