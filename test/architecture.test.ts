import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { importsOf, root, type SourceFile, sourceFiles } from "./source-files.ts";

/** The arrows of docs/architecture.md: what each package may import. A new arrow is a decision and fails here. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  core: [
    "@lezer/common",
    "@lezer/javascript",
    "@lezer/python",
    "@noble/hashes/sha2.js",
    "fflate",
    "unbash",
    "yaml",
    "zod",
  ],
  // The SDKs and sandbox-runtime are optional peers: only the adapter of an SDK imports it.
  runtime: [
    "@skillwright/core",
    "@anthropic-ai/sandbox-runtime",
    "@anthropic-ai/sdk/lib/tools/BetaRunnableTool",
    "@anthropic-ai/sdk/lib/tools/BetaRunnableToolset",
    "@anthropic-ai/sdk/lib/tools/ToolError",
    "@anthropic-ai/sdk/resources/beta",
    "@langchain/core/messages",
    "@langchain/core/tools",
    "ai",
    "langchain",
    "zod",
  ],
  // Tests and evals use the AI SDK; only the command imports them.
  evals: ["@skillwright/core", "@skillwright/runtime", "ai", "zod"],
  packaging: ["@skillwright/core", "@sigstore/verify", "fflate", "semver", "tar", "yauzl", "zod"],
  hub: [
    "@skillwright/core",
    "@skillwright/packaging",
    "@hono/node-server",
    "hono",
    "kysely",
    "kysely/migration",
    "openid-client",
    "pg",
    "semver",
    "zod",
  ],
  // Everything else comes from the hub over HTTP.
  web: [
    "@skillwright/core",
    "@tanstack/react-query",
    "dompurify",
    "highlight.js",
    "lucide-react",
    "marked",
    "react",
    "react-dom/client",
    "wouter",
    "wouter/use-browser-location",
    "zod",
  ],
  // The protocol's SDK.
  mcp: [
    "@skillwright/core",
    "@skillwright/runtime",
    "@modelcontextprotocol/client",
    "@modelcontextprotocol/client/stdio",
    "@modelcontextprotocol/core",
    "@modelcontextprotocol/server",
    "@modelcontextprotocol/server/ext/skills",
    "@modelcontextprotocol/server/stdio",
    "zod",
  ],
  // The AI SDK and the providers are loaded only by commands that run a model.
  cli: [
    "@skillwright/core",
    "@skillwright/evals",
    "@skillwright/hub",
    "@skillwright/mcp",
    "@skillwright/packaging",
    "@skillwright/runtime",
    "@ai-sdk/anthropic",
    "@ai-sdk/google",
    "@ai-sdk/openai",
    "@ai-sdk/openai-compatible",
    "@clack/prompts",
    "ai",
    "jsonc-parser",
    "marked",
    "smol-toml",
    "yaml",
    "zod",
  ],
};

const packages = readdirSync(`${root}packages`);

test("every package is listed, and none is empty", () => {
  expect(packages.sort()).toEqual(Object.keys(arrows).sort());
  for (const name of packages) expect(sourceFiles(name).length).toBeGreaterThan(3);
});

describe.each(packages)("%s", (name) => {
  const files = sourceFiles(name);
  const offenders = (matches: (file: SourceFile) => boolean): string[] =>
    files.filter(matches).map((file) => file.path);

  test("imports only along the arrows", () => {
    const foreign = new Set(
      files
        .flatMap(importsOf)
        .filter((path) => !path.startsWith(".") && !path.startsWith("node:"))
        .map((path) => path.replace(/^(@skillwright\/[\w-]+|lucide-react|highlight\.js)\/.*/, "$1")),
    );
    expect([...foreign].sort()).toEqual([...(arrows[name] ?? [])].sort());
  });

  test("relative imports stay inside the package and name an existing file", () => {
    for (const file of files) {
      for (const path of importsOf(file).filter((one) => one.startsWith("."))) {
        const target = new URL(path, `file://${root}${file.path}`).pathname;
        expect(target.startsWith(`${root}packages/${name}/src/`), `${file.path} imports ${path}`).toBe(true);
        expect(existsSync(target), `${file.path} imports ${path}`).toBe(true);
      }
    }
  });

  test("files stay small", () => {
    // One is generated, the others are tables and an entry point.
    const aside = [
      "check/rules.ts",
      "limits.ts",
      "index.ts",
      "scan/host-tables.ts",
      "scan/prose/vocabulary.ts",
      "check/rules/lure/vocabulary.ts",
    ].map((file) => `packages/core/src/${file}`);
    const long = files.filter(({ text, path }) => text.split("\n").length > 400 && !aside.includes(path));
    expect(long.map((file) => file.path)).toEqual([]);
  });

  test("nothing exits the process, prints past the Io, or has a default export", () => {
    // The bridge is the source text of a separate program. A hook that has answered exits, since agents wait for its end.
    const ending = [
      "packages/runtime/src/sandbox/network/bridge-source.ts",
      "packages/cli/src/start-guard.ts",
    ];
    expect(offenders(({ text, path }) => !ending.includes(path) && /process\.exit\(/.test(text))).toEqual([]);
    expect(offenders(({ text }) => /\bconsole\./.test(text))).toEqual([]);
    expect(offenders(({ text }) => /^export default/m.test(text))).toEqual([]);
    expect(offenders(({ text }) => /^export \*/m.test(text))).toEqual([]);
  });
});

test("no expression names a group twice, which Node 22 refuses", () => {
  const lines = packages
    .flatMap(sourceFiles)
    .flatMap(({ path, text }) => text.split("\n").map((line) => ({ path, line })));
  const twice = lines.filter(({ line }) => {
    const names = [...line.matchAll(/\(\?<([A-Za-z]\w*)>/g)].map(([, name]) => name);
    return new Set(names).size < names.length;
  });
  expect(twice).toEqual([]);
});

test("in core only @skillwright/core/node uses Node, and nothing starts a process or reads the environment", () => {
  const files = sourceFiles("core");
  const usesNode = files.filter((file) => importsOf(file).some((path) => path.startsWith("node:")));
  expect(usesNode.map((file) => file.path).sort()).toEqual([
    "packages/core/src/fs/node-watcher.ts",
    "packages/core/src/fs/node.ts",
    "packages/core/src/node.ts",
  ]);
  // Security rules and the scanner search for these words.
  const own = files.filter(({ path }) => !/\/(?:check\/rules|scan)\//.test(path));
  const using = (pattern: RegExp): readonly string[] =>
    own.filter(({ text }) => pattern.test(text)).map((file) => file.path);
  expect(using(/process\.env|child_process|Math\.random/)).toEqual([]);
  expect(using(/Date\.now\(/)).toEqual(["packages/core/src/node.ts"]);
});

test("in cli only process-io.ts reads the environment and the clock", () => {
  const files = sourceFiles("cli");
  const matching = files
    .filter(({ text }) => /process\.env|Date\.now|performance\.now|Math\.random/.test(text))
    .map((file) => file.path);
  expect(matching).toEqual(["packages/cli/src/process-io.ts"]);
});

test("in runtime and evals only the sandbox starts processes, and only clock.ts knows time and chance", () => {
  const files = [...sourceFiles("runtime"), ...sourceFiles("evals")];
  const using = (pattern: RegExp): readonly string[] =>
    files
      .filter(({ text }) => pattern.test(text))
      .map((file) => file.path.replace("packages/runtime/src/", ""));
  expect(using(/node:child_process/).every((path) => path.startsWith("sandbox/"))).toBe(true);
  expect(using(/process\.env/)).toEqual([]);
  expect(using(/Date\.now|performance\.now|Math\.random|randomUUID/)).toEqual(["clock.ts"]);
});

test("in packaging only run-git.ts starts a process, and nothing reads the environment", () => {
  const files = sourceFiles("packaging");
  const using = (pattern: RegExp): readonly string[] =>
    files.filter(({ text }) => pattern.test(text)).map((file) => file.path);
  expect(using(/child_process/)).toEqual(["packages/packaging/src/sources/run-git.ts"]);
  expect(using(/process\.env/)).toEqual([]);
});

test("tools are made and admissions used only behind the session's guard", () => {
  // That nothing runs a tool without an admission is enforced by types: see runtime/src/admission/admit.test.ts.
  const files = sourceFiles("runtime").filter(({ path }) => !/\/(?:tools|adapters)\//.test(path));
  const using = (pattern: RegExp): readonly string[] =>
    files
      .filter(({ text }) => pattern.test(text))
      .map(({ path }) => path.replace("packages/runtime/src/", ""))
      .sort();
  expect(using(/create(?:Skill|Agent)Tools\b/)).toEqual(["session/session-tools.ts"]);
  expect(using(/\bcreateToolCall\(/)).toEqual(["admission/tool-call.ts", "session/guard.ts"]);
});
