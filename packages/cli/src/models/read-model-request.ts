import { type Flags, type Invocation, UsageError } from "../command.ts";
import type { ModelRequest } from "./open-model.ts";

/** Which model to ask, and where, for every command that asks one. */
export const modelFlags: Flags = {
  model: { type: "string", value: "NAME", help: "Model, such as sonnet, gpt-6-luna or ollama/NAME." },
  "base-url": { type: "string", value: "URL", help: "Server to ask, where it is not the provider's own." },
  offline: { type: "boolean", help: "Play the demo model: no key, no network, no understanding." },
};

export function readModelRequest(invocation: Invocation): ModelRequest {
  const name = invocation.option("model");
  const baseUrl = invocation.option("base-url");
  const offline = invocation.flag("offline");
  if (offline && (name !== undefined || baseUrl !== undefined))
    throw new UsageError("--offline plays the demo model, so --model and --base-url do not go with it.");
  return {
    offline,
    ...(name === undefined ? {} : { name }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}
