import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { main } from "../../main.ts";
import { outputSchemas } from "../../schemas.ts";
import {
  createTestIo,
  createTestMachine,
  removeTestMachines,
  skillFile,
  type TestIoOptions,
  type TestMachine,
} from "../../test-io.ts";

afterAll(removeTestMachines);

const files = {
  "home/.claude/skills/kit/SKILL.md": skillFile("kit", "allowed-tools: Read\n"),
  "repo/tokens.txt": "# who may call\nann a-secret-of-ann-1234\nbob a-secret-of-bob-1234\n",
  "repo/bad-tokens.txt": "ann a-secret-of-ann-1234\nonly-a-secret-1234567\n",
  "repo/nobody.txt": "# nobody yet\n",
  "repo/short.txt": "ann short\n",
};

const run = (words: readonly string[], options: TestIoOptions = {}): ReturnType<TestMachine["run"]> =>
  createTestMachine(files).run(["mcp", "--quiet", ...words], options);

/** Serves over HTTP until it has printed something. */
async function serve(words: readonly string[], options: TestIoOptions = {}): ReturnType<TestMachine["run"]> {
  const ending = new AbortController();
  const { folder } = createTestMachine(files);
  const io = createTestIo({ cwd: `${folder}/repo`, ...options, signal: ending.signal });
  const serving = main(["mcp", "--quiet", "--http", "--root", `${folder}/home`, ...words], io);
  await expect.poll(() => io.written.out, { timeout: 30_000 }).not.toBe("");
  ending.abort();
  return { code: await serving, ...io.written, asked: [] };
}

const message = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const initialize = message(1, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "0" },
});

test("standard output carries only the protocol, and the end of the input ends the server", async () => {
  const { code, out, err } = await run([], { input: initialize, piped: true });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const lines = out.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { jsonrpc: "2.0", id: 1, result: { serverInfo: { name: "skillwright" } } },
  ]);
  expect(out).toContain("kit");
});

test("at a terminal it says what it waits for", async () => {
  const { err } = await run([], { piped: false });
  expect(err).toContain("Serving 1 skill over MCP");
  expect(err).toContain("skillwright mcp install --agent NAME");
});

test("over HTTP it prints its address, with a generated token, until it is stopped", async () => {
  const { code, out } = await serve(["--json"]);
  expect(code).toBe(0);
  const report: unknown = JSON.parse(out);
  expect(report).toEqual({
    version: 1,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/),
    token: expect.stringMatching(/^[\w-]{32}$/),
  });
  const schema = z.toJSONSchema(outputSchemas["mcp-http"] ?? z.never());
  expect(new Ajv2020().validate(schema, report)).toBe(true);
});

test.each<[string, TestIoOptions, readonly string[]]>([
  ["in the environment", { environment: { SKILLWRIGHT_MCP_TOKEN: "a-secret-of-mine-12" } }, []],
  ["in a file", {}, ["--tokens", "tokens.txt"]],
])("a token that is set %s is not shown", async (_, options, words) => {
  const { out, err } = await serve(words, options);
  expect(out).toMatch(/^Serving at http:/);
  expect(out + err).not.toMatch(/secret/);
});

test.each<[readonly string[], RegExp]>([
  [["--port", "80"], /--port goes with --http/],
  [["--tokens", "tokens.txt"], /--tokens goes with --http/],
  [["--json"], /--json goes with --http/],
  [["--http", "--port", "70000"], /from 0 to 65535/],
  [["--http", "--tokens", "missing.txt"], /missing\.txt/],
  [["--http", "--tokens", "bad-tokens.txt"], /line 2: expected a name and a secret/],
  [["--http", "--tokens", "nobody.txt"], /contains no tokens/],
  [["--http", "--tokens", "short.txt"], /16/],
  [["--http", "--host", "0.0.0.0"], /list the host names that clients use/],
  [["serve"], /install, uninstall, status, or nothing/],
  [["constructor"], /install, uninstall, status, or nothing/],
  [["install", "now"], /one word at most/],
  [["--gateway", "missing.json"], /missing\.json/],
])("%j is refused with what is wrong, and no secret", async (words, expected) => {
  const { code, out, err } = await run(words, { piped: true });
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(expected);
  expect(err).not.toMatch(/secret-of|only-a-secret/);
});
