import type { SkillError } from "@skillwright/core";
import { printable, suggest } from "@skillwright/core/text";
import { type KnownModel, knownModels, type Maker, type ModelSize } from "@skillwright/evals";
import {
  isProviderId,
  modelUnavailable,
  type Provider,
  type ProviderId,
  providers,
  recognizeProvider,
} from "./providers.ts";

export type ModelName = { readonly provider: ProviderId; readonly modelId: string };

/** Parses `provider/name` or a name that implies its provider; with a base URL, any name. */
export function readModelName(text: string, { isServed }: { readonly isServed: boolean }): ModelName {
  const name = findModelName(text);
  if (name !== undefined) return name;
  if (!isModelId(text))
    throw modelUnavailable(`"${printable(text.slice(0, 80))}" is not a valid model name.`);
  if (isServed) return { provider: "compatible", modelId: text };
  const known = Object.keys(providers).map((id) => `${id}/NAME`);
  const near = suggest(text.split("/")[0] ?? "", Object.keys(providers));
  const hint = near === undefined ? "" : ` Did you mean ${near}/NAME?`;
  throw modelUnavailable(
    `Unknown provider for the model ${text}.${hint} Use ${known.join(", ")}, or give its server with --base-url.`,
  );
}

/** The same for untrusted names, such as those in skills. */
export function findModelName(text: string): ModelName | undefined {
  if (!isModelId(text)) return undefined;
  const [provider = "", ...rest] = text.split("/");
  const named = rest.join("/");
  if (isProviderId(provider) && named !== "") return { provider, modelId: sized(provider, named) ?? named };
  const anthropic = sized("anthropic", text);
  if (anthropic !== undefined) return { provider: "anthropic", modelId: anthropic };
  const recognized = recognizeProvider(text);
  return recognized === undefined ? undefined : { provider: recognized, modelId: text };
}

/** Names end up in URLs and labels, and some come from skills. */
function isModelId(text: string): boolean {
  return /^[\w@][\w.:@/+-]{0,199}$/.test(text) && !text.includes("..") && !text.includes("//");
}

/** The provider's model for a size word (`haiku`, `sonnet`, `opus`). */
export function sized(provider: ProviderId, word: string): string | undefined {
  const size = sizes.get(word);
  if (size === undefined || !isMaker(provider)) return undefined;
  return knownModels[provider].find((model) => model.size === size)?.id;
}

const sizes: ReadonlyMap<string, ModelSize> = new Map([
  ["haiku", "small"],
  ["sonnet", "medium"],
  ["opus", "large"],
]);

export function isMaker(provider: ProviderId): provider is Maker {
  return Object.hasOwn(knownModels, provider);
}

export function defaultModel(maker: Maker): KnownModel | undefined {
  return knownModels[maker].find(({ isDefault = false }) => isDefault);
}

/** No model was chosen, and no key implies one. */
export function noModelSet(): SkillError {
  const makers = (["anthropic", "openai", "google"] as const).map((id) => providers[id]);
  const ways = makers.map((maker) => `  ${variablesOf(maker)} for ${maker.title}`);
  return modelUnavailable(
    [
      "No model is configured. Set a provider's API key:",
      ...ways,
      "Or use a local server:",
      "  --model ollama/NAME for Ollama",
      "  --model compatible/NAME --base-url URL for any OpenAI-compatible server",
      "Or try it without a model: --offline uses the built-in demo.",
    ].join("\n"),
  );
}

export function keyMissing(id: ProviderId): SkillError {
  const provider = providers[id];
  return modelUnavailable(`No API key for ${provider.title}. Set ${variablesOf(provider)}.`);
}

function variablesOf({ keys }: Provider): string {
  return keys.join(" or ");
}
