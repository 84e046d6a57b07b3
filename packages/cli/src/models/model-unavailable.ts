import { SkillError } from "@skillwright/core";
import { type Provider, type ProviderId, providers } from "./providers.ts";

/** Why there is no model, in words that say what to do. Never holds a key. */
export function modelUnavailable(reason: string): SkillError {
  return new SkillError("model-unavailable", { reason });
}

/** Nothing says which model, and no key is there to tell. */
export function noModelSet(): SkillError {
  const makers = (["anthropic", "openai", "google"] as const).map((id) => providers[id]);
  const ways = makers.map((maker) => `  ${variablesOf(maker)} for ${maker.title}`);
  return modelUnavailable(
    [
      "No model is set up. Set the key of a provider:",
      ...ways,
      "Or use a server on this machine:",
      "  --model ollama/NAME for Ollama",
      "  --model compatible/NAME --base-url URL for any that speaks OpenAI's Chat Completions",
      "Or see the whole path without a model: --offline plays the demo.",
    ].join("\n"),
  );
}

export function keyMissing(id: ProviderId): SkillError {
  const provider = providers[id];
  return modelUnavailable(`There is no key for ${provider.title}. Set ${variablesOf(provider)}.`);
}

function variablesOf({ keys }: Provider): string {
  return keys.join(" or ");
}
