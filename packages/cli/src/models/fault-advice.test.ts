import { expect, test } from "vitest";
import { faultAdvice } from "./open-model.ts";

test("an unreachable server is named by its host alone, with a hint for Ollama", () => {
  expect(
    faultAdvice("unreachable", { provider: "ollama", baseURL: "http://localhost:11434/secret/v1" }),
  ).toBe("Tried http://localhost:11434 (change it with --base-url or OLLAMA_HOST). Is Ollama running?");
  expect(faultAdvice("unreachable", { provider: "openai", baseURL: "https://api.openai.com/v1" })).toBe(
    "Tried https://api.openai.com (change it with --base-url or OPENAI_BASE_URL).",
  );
});

test("a rejected key is reported with where it is read from", () => {
  const baseURL = "http://localhost/v1";
  expect(faultAdvice("unauthorized", { provider: "compatible", baseURL })).toBe(
    "The key comes from SKILLWRIGHT_API_KEY.",
  );
  expect(faultAdvice("unauthorized", { provider: "anthropic", baseURL })).toBe(
    "The key comes from ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN.",
  );
});

test("a timeout has suggestions, and most errors need no more text", () => {
  const server = { provider: "vllm", baseURL: "http://localhost/v1" } as const;
  expect(faultAdvice("timed-out", server)).toContain("--model");
  expect(faultAdvice("overloaded", server)).toBe("");
});
