import { expect, test } from "vitest";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { tokenizeTools } from "../parse/tool-list.ts";
import { decide } from "./decide.ts";
import type { Effect } from "./decision.ts";
import { policyLimits } from "./limits.ts";
import type { PolicyLayer } from "./policy-layer.ts";
import { createPathResolver } from "./request-path.ts";

const fs = createMemoryFileSystem({ "/work/.env": "", "/work/config/.env": "", "/work/src/main.ts": "" });

function effectOf(lists: Partial<PolicyLayer>, tool: string, input: unknown): Effect {
  const request = {
    tool,
    input,
    workspace: "/work",
    home: "/home/me",
    resolvePath: createPathResolver(fs, "/work"),
  };
  return decide(request, [{ kind: "user", name: "user", otherwise: "allow", ...lists }]).effect;
}
const underDeny = (deny: string, tool: string, input: unknown): Effect =>
  effectOf({ deny: tokenizeTools(deny) }, tool, input);

test.each([
  ["Read(.env)", "Grep", { pattern: ".", glob: ".env", output_mode: "content" }],
  ["Read(.env)", "Grep", { pattern: ".", glob: ".env*", path: "." }],
  ["Read(.env)", "Grep", { pattern: ".", glob: ".env", path: "config" }],
  ["Read(./config/.env)", "Grep", { pattern: ".", glob: ".env" }],
  ["Read(.env)", "grep_search", { pattern: ".", include_pattern: ".env" }],
  ["Read(.env)", "grep_search", { query: ".", includePattern: "**/.env" }],
  ["Read(.env)", "search_files", { regex: ".", path: ".", file_pattern: "*.env" }],
  ["Read(./secrets/**)", "Grep", { pattern: ".", glob: "secrets/*.json" }],
  ["Read(~/.ssh/**)", "Grep", { pattern: ".", path: "/home/me", glob: ".ssh/*" }],
  ["Read(**/*.pem)", "Grep", { pattern: ".", glob: "*.pem" }],
])("%s falls on %s of %j, which looks into just that file", (rule, tool, input) => {
  expect(underDeny(rule, tool, input)).toBe("deny");
});

test.each([
  ["Read(.env)", { pattern: "x" }],
  ["Read(.env)", { pattern: "x", glob: "*.ts" }],
  ["Read(.env)", { pattern: ".env", glob: "src/**/*.{ts,tsx}" }],
  ["Read(.env)", { pattern: "x", exclude: ".env" }],
  ["Read(./secrets/**)", { pattern: "x", glob: "**/*.json" }],
  ["Read(./secrets/keys.json)", { pattern: "x", glob: "*.json" }],
  ["Read(~/.ssh/config)", { pattern: "x", glob: "config" }],
  ["Read(./config/.env)", { pattern: "x", glob: ".env", path: "src" }],
])("%s does not affect a search for %j", (rule, input) => {
  expect(underDeny(rule, "Grep", input)).toBe("allow");
});

test("a filter does not affect an allowlist that has the search", () => {
  const lists = { only: tokenizeTools("Grep(./src/**)") };
  expect(effectOf(lists, "Grep", { pattern: "x", path: "src", glob: ".env" })).toBe("allow");
});

test.each(["Write", "Grep", "Glob"])("%s with too many paths is unreadable", (tool) => {
  const paths = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `a/${index}`);
  const input = (count: number): object => ({ pattern: "*", paths: paths(count) });
  const rule = `${tool}(./secrets/**)`;
  const fields = tool === "Write" ? { pattern: undefined, content: "x" } : {};
  expect(underDeny(rule, tool, { ...input(policyLimits.requestPaths), ...fields })).toBe("allow");
  expect(underDeny(rule, tool, { ...input(policyLimits.requestPaths + 1), ...fields })).toBe("deny");
});

test("a search whose input cannot be read falls under rules on files", () => {
  for (const tool of ["Glob", "Grep"]) {
    const input = { pattern: "*", a_later_field: "secrets" };
    expect(underDeny(`${tool}(./secrets/**)`, tool, input), tool).toBe("deny");
    expect(effectOf({ only: tokenizeTools(`${tool}(./src/**)`) }, tool, input), tool).toBe("deny");
  }
});
