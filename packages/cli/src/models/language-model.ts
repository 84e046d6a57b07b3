import type { LanguageModel } from "ai";

/** A model as the AI SDK's providers make it; the type's own package is none of our dependencies. */
export type ModelV4 = Extract<LanguageModel, { readonly specificationVersion: "v4" }>;
export type ModelCall = Parameters<ModelV4["doStream"]>[0];
export type ModelAnswer = Awaited<ReturnType<ModelV4["doGenerate"]>>;

export type StreamPart =
  Awaited<ReturnType<ModelV4["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** A model whose provider is loaded with its first call: packages of a hundred kilobytes that most commands never need. */
export function createLazyModel(
  { provider, modelId }: Pick<ModelV4, "provider" | "modelId">,
  load: () => Promise<ModelV4>,
): ModelV4 {
  return {
    specificationVersion: "v4",
    provider,
    modelId,
    // Nothing but text is sent, so there is no address that a provider could fetch by itself.
    supportedUrls: {},
    doGenerate: async (call) => (await load()).doGenerate(call),
    doStream: async (call) => (await load()).doStream(call),
  };
}
