import type { LanguageModel } from "ai";

/** The AI SDK's model type, derived because its package is not our dependency. */
export type ModelV4 = Extract<LanguageModel, { readonly specificationVersion: "v4" }>;
export type ModelCall = Parameters<ModelV4["doStream"]>[0];
export type ModelAnswer = Awaited<ReturnType<ModelV4["doGenerate"]>>;

export type StreamPart =
  Awaited<ReturnType<ModelV4["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** A model that loads its provider on the first call, since provider packages are large. */
export function createLazyModel(
  { provider, modelId }: Pick<ModelV4, "provider" | "modelId">,
  load: () => Promise<ModelV4>,
): ModelV4 {
  return {
    specificationVersion: "v4",
    provider,
    modelId,
    // We send only text, so there are no URLs for a provider to fetch.
    supportedUrls: {},
    doGenerate: async (call) => (await load()).doGenerate(call),
    doStream: async (call) => (await load()).doStream(call),
  };
}
