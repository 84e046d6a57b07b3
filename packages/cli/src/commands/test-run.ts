import { afterEach } from "vitest";
import { startWire, type WireKind, type WireScript, type WireServer } from "../models/wire/test-wire.ts";
import { createTestMachine, skillFile, type TestIoOptions, type TestMachine } from "../test-io.ts";

/** A provider on the loopback interface, and the flags and variables a user would set for it. */
export type TestProvider = WireServer & {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

export const wireKinds: readonly WireKind[] = ["anthropic", "openai", "google", "chat"];

const key = "key-of-a-test";
const setups: Readonly<Record<WireKind, (url: string) => Pick<TestProvider, "words" | "environment">>> = {
  anthropic: (url) => ({ words: [], environment: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url } }),
  openai: (url) => ({ words: [], environment: { OPENAI_API_KEY: key, OPENAI_BASE_URL: url } }),
  google: (url) => ({ words: [], environment: { GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url } }),
  chat: (url) => ({ words: ["--model", "compatible/qwen", "--base-url", url], environment: {} }),
};

const servers: WireServer[] = [];

export async function startProvider(kind: WireKind, script: WireScript): Promise<TestProvider> {
  const server = await startWire(kind, script);
  servers.push(server);
  return { ...server, ...setups[kind](server.url) };
}

/** Call once in each test file that starts providers. */
export function stopProvidersAfterwards(): void {
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
}

/** Runs `skillwright run` against a provider, by default on a machine with `runFiles`. */
export function runAgainst(
  provider: TestProvider,
  words: readonly string[],
  options: TestIoOptions & { readonly machine?: TestMachine } = {},
): ReturnType<TestMachine["run"]> {
  const { machine = createTestMachine(runFiles), ...io } = options;
  const { environment } = provider;
  return machine.run(["run", ...words, ...provider.words], { columns: 100, ...io, environment });
}

/** Skills and files for most runs. */
export const runFiles: Readonly<Record<string, string>> = {
  "home/.claude/skills/review/SKILL.md": skillFile(
    "review",
    "allowed-tools: Read Grep\n",
    "# Review\n\nLook at $ARGUMENTS with care.\n",
  ),
  "home/.claude/skills/survey/SKILL.md": skillFile(
    "survey",
    "context: fork\n",
    "# Survey\n\nCount the files.\n",
  ),
  "repo/notes.md": "# Notes\n\nThe answer is 42.\n",
};
