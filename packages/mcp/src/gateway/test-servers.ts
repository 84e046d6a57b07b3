import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Gateway, GatewayTool } from "./gateway.ts";
import { type GatewayOptions, openGateway } from "./open-gateway.ts";
import { readGatewayConfig } from "./read-gateway-config.ts";

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-gateway-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Entry = Readonly<Record<string, unknown>>;

/**
 * A stdio server with scripted answers that can break every rule: `script` changes `tools`,
 * `list(message)`, `call(message)` and so on before the server starts.
 */
export function scriptedServer(script: string, more: Entry = {}): Entry {
  const file = join(temporaryFolder(), "server.mjs");
  writeFileSync(file, `${serverSource}\n${script}\nserve();\n`);
  return { command: process.execPath, args: [file], ...more };
}

const serverSource = `
import { createInterface } from "node:readline";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
let tool = (name, more) => ({ name, inputSchema: { type: "object" }, ...more });
let tools = [tool("echo")];
let send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
let text = (value, more) => ({ content: [{ type: "text", text: value }], ...more });
let initialize = ({ params }) => ({ protocolVersion: params.protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: "scripted", version: "1" } });
let list = () => ({ tools });
let call = ({ params }) => text(JSON.stringify(params.arguments));
let answers = { initialize: (message) => initialize(message), "tools/list": (message) => list(message), "tools/call": (message) => call(message) };
let notice = () => {};
async function answer(message) {
  if (message.id === undefined) return notice(message);
  const make = answers[message.method];
  if (make === undefined) return send({ id: message.id, error: { code: -32601, message: "Method not found" } });
  try {
    const result = await make(message);
    if (result !== undefined) send({ id: message.id, result });
  } catch (error) {
    send({ id: message.id, error: { code: -32603, message: error.message } });
  }
}
function serve() {
  createInterface({ input: process.stdin }).on("line", (line) => answer(JSON.parse(line)));
}
`;

/** A server on the SDK, with the 2026 protocol; `script` gets `server` and `z`. */
export function sdkServer(script: string): Entry {
  const file = join(temporaryFolder(), "server.mjs");
  const from = (name: string): string => JSON.stringify(import.meta.resolve(name));
  writeFileSync(
    file,
    `import { McpServer } from ${from("@modelcontextprotocol/server")};
import { serveStdio } from ${from("@modelcontextprotocol/server/stdio")};
import { z } from ${from("zod")};
serveStdio(() => {
  const server = new McpServer({ name: "sdk", version: "1" });
  ${script}
  return server;
});
`,
  );
  return { command: process.execPath, args: [file] };
}

export type TestGateway = Gateway & {
  /** The plain gateway. Its `tools` return at once; the test's own wait until every server has started or failed. */
  readonly gateway: Gateway;
  readonly troubles: readonly string[];
  /** Calls a tool by its exposed name. */
  callTool(
    name: string,
    input?: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): ReturnType<GatewayTool["call"]>;
};

/** A gateway for these servers, closed after the test. */
export function testGateway(
  mcpServers: Readonly<Record<string, Entry>>,
  { file = "servers.json", ...options }: Partial<GatewayOptions & { readonly file: string }> = {},
): TestGateway {
  const troubles: string[] = [];
  const gateway = openGateway(readGatewayConfig(JSON.stringify({ mcpServers }), file), {
    environment: {},
    cwd: temporaryFolder(),
    version: "1.0.0",
    onTrouble: (message) => troubles.push(message),
    ...options,
  });
  onTestFinished(() => gateway.close());
  const none = new AbortController().signal;
  const tools = async (): Promise<readonly GatewayTool[]> => {
    await gateway.tools();
    await until(() => gateway.status().every(({ state }) => state !== "connecting"));
    return gateway.tools();
  };
  return {
    ...gateway,
    tools,
    gateway,
    troubles,
    async callTool(name, input = {}, signal = none) {
      const tool = (await tools()).find(({ definition }) => definition.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      return tool.call(input, { signal });
    },
  };
}

/** Polls until a condition holds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 45_000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error("The condition never held.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
