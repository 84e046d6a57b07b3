import { SkillError } from "@skillwright/core";
import { expect, onTestFinished, test } from "vitest";
import { type ModelRequest, type OpenedModel, openModel } from "./open-model.ts";
import { startWire } from "./wire/test-wire.ts";

type Environment = Readonly<Record<string, string>>;

async function reasonOf(request: ModelRequest, environment: Environment = {}): Promise<string> {
  const error = await openModel(request, environment).catch((caught: unknown) => caught);
  if (!(error instanceof SkillError)) throw new Error("expected a SkillError");
  expect(error.code).toBe("model-unavailable");
  return String(error.details.reason);
}

async function labelOf(request: ModelRequest, environment: Environment): Promise<string> {
  return (await openModel(request, environment)).label;
}

const keys = {
  ANTHROPIC_API_KEY: "key-a-12345",
  OPENAI_API_KEY: "key-o-12345",
  GEMINI_API_KEY: "key-g-12345",
};

test("without a name and a key, the error lists each provider's variables, the local servers and --offline", async () => {
  expect(await reasonOf({})).toBe(
    [
      "No model is configured. Set a provider's API key:",
      "  ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN for Anthropic",
      "  OPENAI_API_KEY for OpenAI",
      "  GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY or GOOGLE_API_KEY for Google",
      "Or use a local server:",
      "  --model ollama/NAME for Ollama",
      "  --model compatible/NAME --base-url URL for any OpenAI-compatible server",
      "Or try it without a model: --offline uses the built-in demo.",
    ].join("\n"),
  );
});

test.each([
  [keys, "anthropic/claude-sonnet-5-5"],
  [{ ...keys, ANTHROPIC_API_KEY: "" }, "openai/gpt-6.1-sol"],
  [{ GOOGLE_API_KEY: "key-g-12345" }, "google/gemini-3.8-flash"],
  [{ ANTHROPIC_AUTH_TOKEN: "token-12345" }, "anthropic/claude-sonnet-5-5"],
  [{ ...keys, SKILLWRIGHT_MODEL: "ollama/qwen3:8b" }, "ollama/qwen3:8b"],
])("without a name, %j selects %s", async (environment, label) => {
  expect(await labelOf({}, environment)).toBe(label);
});

test.each([
  ["anthropic/claude-opus-5-5", "anthropic/claude-opus-5-5"],
  ["claude-opus-4-8", "anthropic/claude-opus-4-8"],
  ["opus", "anthropic/claude-opus-5-5"],
  ["openai/haiku", "openai/gpt-6-luna"],
  ["gpt-5.4-mini", "openai/gpt-5.4-mini"],
  ["o4-mini", "openai/o4-mini"],
  ["gemini-flash-latest", "google/gemini-flash-latest"],
  ["ollama/gpt-oss:20b", "ollama/gpt-oss:20b"],
  ["vllm/meta-llama/Llama-4-8B", "vllm/meta-llama/Llama-4-8B"],
])("the name %s is read as %s", async (name, label) => {
  expect(await labelOf({ name }, keys)).toBe(label);
});

test("an unknown name belongs to the server whose address is given", async () => {
  const baseUrl = "http://127.0.0.1:9/v1";
  expect(await labelOf({ name: "meta-llama/Llama-4-8B", baseUrl }, {})).toBe(
    "compatible/meta-llama/Llama-4-8B",
  );
  expect(await labelOf({ name: "gpt-oss", baseUrl }, {})).toBe("compatible/gpt-oss");
  expect(await reasonOf({ name: "gpt-oss" })).toMatch(
    /^Unknown provider for the model gpt-oss\. Use anthropic\/NAME, /,
  );
  expect(await reasonOf({ name: "constructor" })).toMatch(/^Unknown provider for the model constructor\./);
  expect(await reasonOf({ name: "anthropc/claude" })).toContain(" Did you mean anthropic/NAME?");
  expect(await reasonOf({ baseUrl })).toMatch(/^--base-url requires a model\./);
});

test.each(["", " ", "a b", "../secret", "google/../../x", "a//b", "x\u001b[31m", "n".repeat(300)])(
  "%j is not a valid model name",
  async (name) => {
    expect(await reasonOf({ name }, keys)).toMatch(/is not a valid model name\.$/);
  },
);

test("for a named provider without its key, only its own variables are listed", async () => {
  expect(await reasonOf({ name: "openai/gpt-6-luna" }, { ANTHROPIC_API_KEY: "key-a-12345" })).toBe(
    "No API key for OpenAI. Set OPENAI_API_KEY.",
  );
});

test("a server of no known provider needs an address, and the error says how to give it", async () => {
  expect(await reasonOf({ name: "compatible/qwen" }, keys)).toBe(
    "No server given for qwen. Set --base-url or OPENAI_BASE_URL, such as http://localhost:8000/v1.",
  );
});

test.each(["key\nwith-break", "key with space", "schlüssel-12345", "key-12345\r"])(
  "the malformed key %j is named by its variable and not repeated",
  async (value) => {
    const reason = await reasonOf({}, { OPENAI_API_KEY: value });
    expect(reason).toBe(
      "OPENAI_API_KEY contains a space, a line break or another character that is invalid in a key. Set it to the key alone.",
    );
  },
);

test.each(["localhost:8000", "ftp://host/v1", "not an address", "file:///etc", "//host/v1"])(
  "%j is not a valid server URL",
  async (address) => {
    const reason = await reasonOf({ name: "openai/x" }, { ...keys, OPENAI_BASE_URL: address });
    expect(reason).toBe(
      "OPENAI_BASE_URL is not a valid server URL. Expected one such as http://localhost:8000/v1.",
    );
  },
);

test("an address with a password or a query is refused without being repeated", async () => {
  for (const baseUrl of [
    "http://me:hunter22@host/v1",
    "https://host/v1?key=hunter22",
    "https://host/#hunter22",
  ]) {
    const reason = await reasonOf({ name: "compatible/x", baseUrl });
    expect(reason).toMatch(/^--base-url contains a user, password, query or fragment/);
    expect(reason).not.toContain("hunter22");
  }
});

test("no error of opening a model contains a key", async () => {
  const failures = [
    await reasonOf({ name: "???" }, keys),
    await reasonOf({ name: "compatible/x" }, keys),
    await reasonOf({ name: "anthropic/x" }, { ...keys, ANTHROPIC_BASE_URL: "key-a-12345" }),
    await reasonOf({}, { ...keys, ANTHROPIC_API_KEY: "key-a-12345\nkey-a-12345" }),
  ];
  expect(failures.filter((reason) => reason.includes("12345"))).toEqual([]);
});

function idOf(opened: OpenedModel, name: string): string | undefined {
  const found = opened.find(name);
  return found && `${found.provider}/${found.modelId}`;
}

test("a skill gets a size or a name of the same provider, or a model of another whose key is set", async () => {
  const opened = await openModel({ name: "openai/gpt-5.5" }, keys);
  expect(idOf(opened, "inherit")).toBe("openai/gpt-5.5");
  expect(idOf(opened, "haiku")).toBe("openai/gpt-6-luna");
  expect(idOf(opened, "opus")).toBe("openai/gpt-6-astra");
  expect(idOf(opened, "gpt-5.4-nano")).toBe("openai/gpt-5.4-nano");
  expect(idOf(opened, "anthropic/claude-opus-5")).toBe("anthropic/claude-opus-5");
  expect(idOf(opened, "gemini-4-argon")).toBe("google/gemini-4-argon");
});

test("a skill gets no model that the user has not set up", async () => {
  const opened = await openModel({ name: "ollama/qwen3" }, { OPENAI_API_KEY: "key-o-12345" });
  const wanted = [
    "haiku",
    "claude-opus-5",
    "google/gemini-4-argon",
    "vllm/x",
    "compatible/x",
    "llama",
    "",
    "../x",
  ];
  expect(wanted.map((name) => idOf(opened, name))).toEqual(wanted.map(() => undefined));
  expect(idOf(opened, "ollama/llama4")).toBe("ollama/llama4");
});

test.each<[string, Environment]>([
  ["compatible/x", { SKILLWRIGHT_API_KEY: "key-s-12345" }],
  ["gpt-6-luna", { OPENAI_API_KEY: "key-o-12345\n" }],
  ["gpt-6-luna", { OPENAI_API_KEY: "key-o-12345", OPENAI_BASE_URL: "not an address" }],
])("a skill that requests %s, for which there is %j, gets none and fails nothing", async (name, set) => {
  const opened = await openModel({}, { ANTHROPIC_API_KEY: "key-a-12345", ...set });
  expect(opened.find(name)).toBeUndefined();
  expect(idOf(opened, "haiku")).toMatch(/^anthropic\//);
});

test("a custom address gets only its own provider's key", async () => {
  const [own, other] = [await startWire("chat", []), await startWire("anthropic", [])];
  onTestFinished(async () => {
    await own.close();
    await other.close();
  });
  const environment = { ...keys, ANTHROPIC_BASE_URL: other.url };
  const opened = await openModel({ name: "compatible/qwen", baseUrl: own.url }, environment);
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hello." }] }];
  await opened.find("claude-opus-5")?.doGenerate({ prompt });
  expect([own.requests, other.requests.map(({ headers }) => headers["x-api-key"])]).toEqual([
    [],
    ["key-a-12345"],
  ]);
  await opened.find("inherit")?.doGenerate({ prompt });
  expect(own.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test("prices are the makers'; those of other servers are unknown", async () => {
  const opened = await openModel({}, keys);
  expect(opened.price("claude-sonnet-5-5")).toEqual({ input: 2, cachedInput: 0.2, output: 10 });
  expect(opened.price("claude-nobody-9")).toBeUndefined();
  const compatible = await openModel({ name: "compatible/gpt-6-luna", baseUrl: "http://127.0.0.1:9" }, {});
  expect(compatible.price("gpt-6-luna")).toBeUndefined();
});

test("--offline needs no key, costs nothing and is the same for every skill", async () => {
  const opened = await openModel({ offline: true, name: "anthropic/x", baseUrl: "nonsense" }, {});
  expect(opened.label).toBe("demo/offline");
  expect(opened.find("opus")).toBe(opened.model);
  expect(opened.price("offline")).toEqual({ input: 0, cachedInput: 0, output: 0 });
});
