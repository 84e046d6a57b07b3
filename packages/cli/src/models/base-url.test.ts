import { expect, test } from "vitest";
import { completeBaseUrl, type ProviderId, providers } from "./providers.ts";

test.each([
  ["anthropic", "https://api.anthropic.com", "https://api.anthropic.com/v1"],
  ["anthropic", "https://gateway.test/anthropic/", "https://gateway.test/anthropic/v1"],
  ["anthropic", "https://gateway.test/v1/", "https://gateway.test/v1"],
  ["google", "https://gateway.test", "https://gateway.test/v1beta"],
  ["google", "https://gateway.test/v1", "https://gateway.test/v1"],
  ["openai", "http://127.0.0.1:8000", "http://127.0.0.1:8000/v1"],
  ["openai", "https://gateway.test/openai", "https://gateway.test/openai"],
  ["compatible", "https://host.test/v1beta/openai/", "https://host.test/v1beta/openai"],
] satisfies [ProviderId, string, string][])("for %s, %s is %s", (provider, address, complete) => {
  expect(completeBaseUrl(address, providers[provider].url, "--base-url")).toBe(complete);
});

test.each([
  ["localhost", "http://localhost:11434/v1"],
  ["127.0.0.1:9000", "http://127.0.0.1:9000/v1"],
  ["0.0.0.0:11434", "http://127.0.0.1:11434/v1"],
  ["https://ollama.test", "https://ollama.test/v1"],
  ["http://host.test:8080/v1", "http://host.test:8080/v1"],
])("OLLAMA_HOST %s is read as Ollama reads it: %s", (host, complete) => {
  expect(completeBaseUrl(host, providers.ollama.url, "OLLAMA_HOST")).toBe(complete);
});

test("an OLLAMA_HOST that is not a host is an error like any other", () => {
  expect(() => completeBaseUrl("a b", providers.ollama.url, "OLLAMA_HOST")).toThrow(
    /OLLAMA_HOST is not a valid server URL/,
  );
});
