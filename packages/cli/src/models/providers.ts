import { SkillError } from "@skillwright/core";
import { cutEnd } from "@skillwright/core/text";
import type { ModelV4 } from "./language-model.ts";

export type ProviderId = "anthropic" | "openai" | "google" | "ollama" | "vllm" | "compatible";

export type Provider = {
  readonly title: string;
  /** Variables with its key; the first one set is used. */
  readonly keys: readonly string[];
  readonly needsKey: boolean;
  readonly url: ProviderUrl;
  /** Names that imply this provider. */
  readonly names?: RegExp;
  readonly create: (settings: ModelSettings) => Promise<ModelV4>;
};

export type ProviderUrl = {
  /** The default URL. */
  readonly usual?: string;
  readonly variable: string;
  /** Variable with a key for that URL only. */
  readonly key?: string;
  /** Version suffix, added if missing: always, or only to URLs without a path. */
  readonly version: "/v1" | "/v1beta";
  readonly added: "always" | "to-bare-hosts";
};

export type ModelSettings = {
  readonly modelId: string;
  readonly baseURL: string;
  readonly key?: { readonly variable: string; readonly value: string };
};

/** Model providers. Every setting is passed explicitly, because packages read missing ones from the environment. */
export const providers: Readonly<Record<ProviderId, Provider>> = {
  anthropic: {
    title: "Anthropic",
    keys: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
    needsKey: true,
    // Anthropic's tools take the URL without the version, the AI SDK with it.
    url: {
      usual: "https://api.anthropic.com/v1",
      variable: "ANTHROPIC_BASE_URL",
      version: "/v1",
      added: "always",
    },
    names: /^claude-/,
    create: async ({ modelId, baseURL, key: { variable = "", value: secret = "" } = {} }) => {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const credentials = variable === "ANTHROPIC_AUTH_TOKEN" ? { authToken: secret } : { apiKey: secret };
      return createAnthropic({ baseURL, ...credentials })(modelId);
    },
  },
  openai: {
    title: "OpenAI",
    keys: ["OPENAI_API_KEY"],
    needsKey: true,
    url: {
      usual: "https://api.openai.com/v1",
      variable: "OPENAI_BASE_URL",
      version: "/v1",
      added: "to-bare-hosts",
    },
    // Not gpt-oss, which other providers serve.
    names: /^(?:gpt-\d|chatgpt-|o\d)/,
    create: async ({ modelId, baseURL, key }) => {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ baseURL, apiKey: key?.value ?? "" })(modelId);
    },
  },
  google: {
    title: "Google",
    // The last one is also used for Google's other services.
    keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
    needsKey: true,
    url: {
      usual: "https://generativelanguage.googleapis.com/v1beta",
      variable: "GOOGLE_GEMINI_BASE_URL",
      version: "/v1beta",
      added: "always",
    },
    names: /^gemini-/,
    create: async ({ modelId, baseURL, key }) => {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle({ baseURL, apiKey: key?.value ?? "" })(modelId);
    },
  },
  ollama: {
    title: "Ollama",
    keys: ["OLLAMA_API_KEY"],
    needsKey: false,
    url: {
      usual: "http://localhost:11434/v1",
      variable: "OLLAMA_HOST",
      version: "/v1",
      added: "to-bare-hosts",
    },
    create: (settings) => createCompatible("ollama", settings),
  },
  vllm: {
    title: "vLLM",
    keys: ["VLLM_API_KEY"],
    needsKey: false,
    url: {
      usual: "http://localhost:8000/v1",
      variable: "OPENAI_BASE_URL",
      key: "OPENAI_API_KEY",
      version: "/v1",
      added: "to-bare-hosts",
    },
    create: (settings) => createCompatible("vllm", settings),
  },
  compatible: {
    title: "an OpenAI-compatible server",
    keys: ["SKILLWRIGHT_API_KEY"],
    needsKey: false,
    url: {
      variable: "OPENAI_BASE_URL",
      key: "OPENAI_API_KEY",
      version: "/v1",
      added: "to-bare-hosts",
    },
    create: (settings) => createCompatible("compatible", settings),
  },
};

async function createCompatible(name: ProviderId, settings: ModelSettings): Promise<ModelV4> {
  const { modelId, baseURL, key } = settings;
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const credentials = key === undefined ? {} : { apiKey: key.value };
  return createOpenAICompatible({ name, baseURL, includeUsage: true, ...credentials })(modelId);
}

export function isProviderId(word: string): word is ProviderId {
  return Object.hasOwn(providers, word);
}

/** The provider that a model name implies. */
export function recognizeProvider(name: string): ProviderId | undefined {
  return Object.keys(providers)
    .filter(isProviderId)
    .find((id) => providers[id].names?.test(name) === true);
}

/** Completes a base URL for the provider's package; `source` is the flag or variable it came from. */
export function completeBaseUrl(address: string, url: ProviderUrl, source: string): string {
  const { origin, pathname } = readAddress(address, source);
  const path = cutEnd(pathname, /\//);
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

/** The error for a missing model. The reason says what to do and never contains a key. */
export function modelUnavailable(reason: string): SkillError {
  return new SkillError("model-unavailable", { reason });
}
