import { modelUnavailable } from "./model-unavailable.ts";
import type { ProviderUrl } from "./providers.ts";

/** An address as the provider's package wants it; `source` is the flag or variable that it comes from. */
export function completeBaseUrl(address: string, url: ProviderUrl, source: string): string {
  const { origin, pathname } = readAddress(address, source);
  const path = pathname.replace(/\/+$/, "");
  const hasVersion = /\/v\d\w*$/.test(path);
  const isMissing = url.added === "always" ? !hasVersion : path === "";
  return `${origin}${path}${isMissing ? url.version : ""}`;
}

function readAddress(address: string, source: string): URL {
  const text = source === "OLLAMA_HOST" ? toOllamaAddress(address) : address;
  const url = URL.parse(text);
  // The address itself is not repeated: somebody may have put a password into it.
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw modelUnavailable(`${source} is no address of a server. Give one such as http://localhost:8000/v1.`);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw modelUnavailable(
      `${source} holds a user, password, query or fragment, which an address of a server must not. Give one such as http://localhost:8000/v1, and a key in its variable.`,
    );
  return url;
}

/** Ollama's own reading: scheme and port may be left out, and a server that listens everywhere is reached here. */
function toOllamaAddress(host: string): string {
  const address = URL.parse(host.includes("://") ? host : `http://${host}`);
  if (address === null) return host;
  if (address.hostname === "0.0.0.0") address.hostname = "127.0.0.1";
  if (address.port === "" && !host.includes("://")) address.port = "11434";
  return address.href;
}
