import type { ModelV4 } from "./language-model.ts";

export type ProviderId = "anthropic" | "openai" | "google" | "ollama" | "vllm" | "compatible";

export type Provider = {
  readonly title: string;
  /** Variables that hold its key, the first that is set counts. */
  readonly keys: readonly string[];
  /** Without a key there is no answer. */
  readonly needsKey: boolean;
  readonly url: ProviderUrl;
  /** Bare names that can only be its models. */
  readonly names?: RegExp;
  readonly create: (settings: ModelSettings) => Promise<ModelV4>;
};

export type ProviderUrl = {
  /** Used when nothing else is said. */
  readonly usual?: string;
  readonly variable: string;
  /** A key that belongs to the address in that variable and is sent to no other one. */
  readonly key?: string;
  /** Version that the address ends with. It is added where it is missing: always, or to addresses without a path. */
  readonly version: "/v1" | "/v1beta";
  readonly added: "always" | "to-bare-hosts";
};

export type ModelSettings = {
  readonly modelId: string;
  readonly baseURL: string;
  readonly key?: { readonly variable: string; readonly value: string };
};

/** Who answers. Everything is handed over, since what a package is not told it reads from the process's variables. */
export const providers: Readonly<Record<ProviderId, Provider>> = {
  anthropic: {
    title: "Anthropic",
    keys: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
    needsKey: true,
    // Its own tools take the address without the version, the AI SDK with it.
    url: {
      usual: "https://api.anthropic.com/v1",
      variable: "ANTHROPIC_BASE_URL",
      version: "/v1",
      added: "always",
    },
    names: /^claude-/,
    create: async ({ modelId, baseURL, key: { variable = "", value: secret = "" } = {} }) => {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const authorised = variable === "ANTHROPIC_AUTH_TOKEN" ? { authToken: secret } : { apiKey: secret };
      return createAnthropic({ baseURL, ...authorised })(modelId);
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
    // Not gpt-oss, which others serve.
    names: /^(?:gpt-\d|chatgpt-|o\d)/,
    create: async ({ modelId, baseURL, key }) => {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ baseURL, apiKey: key?.value ?? "" })(modelId);
    },
  },
  google: {
    title: "Google",
    // The last one is used for Google's other services too.
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
    title: "a server that speaks OpenAI's Chat Completions",
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
  const authorised = key === undefined ? {} : { apiKey: key.value };
  return createOpenAICompatible({ name, baseURL, includeUsage: true, ...authorised })(modelId);
}

export function isProviderId(word: string): word is ProviderId {
  return Object.hasOwn(providers, word);
}

/** The provider that a bare name belongs to. */
export function recogniseProvider(name: string): ProviderId | undefined {
  return Object.keys(providers)
    .filter(isProviderId)
    .find((id) => providers[id].names?.test(name) === true);
}
