import { modelUnavailable } from "./model-unavailable.ts";
import type { ProviderUrl } from "./providers.ts";

/** Completes a base URL for the provider's package; `source` is the flag or variable it came from. */
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
  // Do not repeat the URL: it may contain a password.
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw modelUnavailable(
      `${source} is not a valid server URL. Expected one such as http://localhost:8000/v1.`,
    );
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw modelUnavailable(
      `${source} contains a user, password, query or fragment. Use a plain URL such as http://localhost:8000/v1, and put the key in its variable.`,
    );
  return url;
}

/** Ollama's rules: scheme and port are optional, and 0.0.0.0 means localhost. */
function toOllamaAddress(host: string): string {
  const address = URL.parse(host.includes("://") ? host : `http://${host}`);
  if (address === null) return host;
  if (address.hostname === "0.0.0.0") address.hostname = "127.0.0.1";
  if (address.port === "" && !host.includes("://")) address.port = "11434";
  return address.href;
}
