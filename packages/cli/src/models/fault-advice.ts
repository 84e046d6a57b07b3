import type { ModelFault } from "@skillwright/runtime/agent";
import { type ProviderId, providers } from "./providers.ts";

/** The provider and its URL. */
export type AskedServer = { readonly provider: ProviderId; readonly baseURL: string };

/** Advice on a fault that depends on the provider; empty if there is none. */
export function faultAdvice(kind: ModelFault["kind"], { provider, baseURL }: AskedServer): string {
  const { keys, title, url } = providers[provider];
  switch (kind) {
    case "unreachable": {
      // Only the origin: a path may contain a secret.
      const { origin } = new URL(baseURL);
      const isRunning = provider === "ollama" || provider === "vllm" ? ` Is ${title} running?` : "";
      return `Tried ${origin} (change it with --base-url or ${url.variable}).${isRunning}`;
    }
    case "unauthorized":
      return `The key comes from ${keys.join(" or ")}.`;
    case "timed-out":
      return "Try a smaller task or a faster model (--model); a local server may still be loading its model.";
    default:
      return "";
  }
}
