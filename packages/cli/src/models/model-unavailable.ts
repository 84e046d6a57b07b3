import { SkillError } from "@skillwright/core";
import { type Provider, type ProviderId, providers } from "./providers.ts";

/** The error for a missing model. The reason says what to do and never contains a key. */
export function modelUnavailable(reason: string): SkillError {
  return new SkillError("model-unavailable", { reason });
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
