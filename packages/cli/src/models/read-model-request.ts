import { compact } from "@skillwright/core/text";
import { type Flags, type Invocation, UsageError } from "../command.ts";
import type { ModelRequest } from "./open-model.ts";

/** Flags shared by all commands that use a model. */
export const modelFlags: Flags = {
  model: { type: "string", value: "NAME", help: "Model, such as sonnet, gpt-6-luna or ollama/NAME." },
  "base-url": {
    type: "string",
    value: "URL",
    help: "Base URL of the model's server (default: the provider's).",
  },
  offline: { type: "boolean", help: "Use the demo model: no key, no network, no understanding." },
};

export function readModelRequest(invocation: Invocation): ModelRequest {
  const name = invocation.option("model");
  const baseUrl = invocation.option("base-url");
  const offline = invocation.flag("offline");
  if (offline && (name !== undefined || baseUrl !== undefined))
    throw new UsageError("--offline cannot be combined with --model or --base-url.");
  return {
    offline,
    ...compact({ name, baseUrl }),
  };
}
