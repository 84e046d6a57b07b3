import type { ModelFault } from "@skillwright/runtime/agent";
import { type ProviderId, providers } from "./providers.ts";

/** Who was asked, and where. */
export type AskedServer = { readonly provider: ProviderId; readonly baseURL: string };

/** What can be done here about a fault, beyond what holds for every model; empty when that is nothing. */
export function faultAdvice(kind: ModelFault["kind"], { provider, baseURL }: AskedServer): string {
  const { keys, title, url } = providers[provider];
  switch (kind) {
    case "unreachable": {
      // No more of the address: a path may hold a secret.
      const { origin } = new URL(baseURL);
      const isRunning = provider === "ollama" || provider === "vllm" ? ` Is ${title} running?` : "";
      return `It was looked for at ${origin} (--base-url or ${url.variable} names another).${isRunning}`;
    }
    case "unauthorized":
      return `Its key is read from ${keys.join(" or ")}.`;
    case "timed-out":
      return "A smaller task or a faster model (--model) helps; a server of your own may still be loading its model.";
    default:
      return "";
  }
}
