import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import type { Gateway, GatewayProgress } from "./gateway.ts";
import { gatewayLimits } from "./limits.ts";
import { scriptedServer, sdkServer, temporaryFolder, testGateway, until } from "./test-servers.ts";

const require = createRequire(import.meta.url);

/** A public server from npm, as a client's file would start it. */
function publicServer(name: string, ...args: readonly string[]) {
  const home = dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`));
  return { command: process.execPath, args: [join(home, "dist/index.js"), ...args] };
}

const namesOf = async (gateway: Gateway): Promise<readonly string[]> =>
  (await gateway.tools()).map(({ definition }) => definition.name);

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

test("two public servers are one set of tools, and their tools work", async () => {
  const folder = realpathSync(temporaryFolder());
  writeFileSync(join(folder, "a.txt"), "first");
  const gateway = testGateway({
    fs: publicServer("server-filesystem", folder),
    all: publicServer("server-everything"),
  });
  expect(gateway.status()).toEqual([
    { name: "fs", state: "idle", tools: 0 },
    { name: "all", state: "idle", tools: 0 },
  ]);
  await gateway.tools();
  expect(gateway.status()).toEqual([
    { name: "fs", state: "ready", tools: expect.any(Number) },
    { name: "all", state: "ready", tools: expect.any(Number) },
  ]);

  expect(await gateway.callTool("fs__read_text_file", { path: join(folder, "a.txt") })).toMatchObject(
    text("first"),
  );
  await gateway.callTool("fs__write_file", { path: join(folder, "b.txt"), content: "second" });
  expect(readFileSync(join(folder, "b.txt"), "utf8")).toBe("second");
  expect(await gateway.callTool("all__echo", { message: "hello" })).toEqual(text("Echo: hello"));
  expect(await gateway.callTool("fs__read_text_file", { path: "/etc/hostname" })).toMatchObject({
    isError: true,
  });

  const write = (await gateway.tools()).find(({ guardedAs }) => guardedAs === "mcp__fs__write_file");
  expect(write).toEqual({
    definition: {
      name: "fs__write_file",
      title: expect.any(String),
      description: expect.any(String),
      inputSchema: expect.objectContaining({ type: "object" }),
      outputSchema: expect.objectContaining({ type: "object" }),
      annotations: expect.objectContaining({ readOnlyHint: false }),
    },
    guardedAs: "mcp__fs__write_file",
    call: expect.any(Function),
  });
});

test("a server with the 2026 protocol is served, and announces changes", async () => {
  const gateway = testGateway({
    new: sdkServer(`
      const added = { inputSchema: z.object({}) };
      server.registerTool("grow", added, async () => {
        server.registerTool("grown", added, async () => ({ content: [] }));
        return { content: [] };
      });`),
  });
  expect(await namesOf(gateway)).toEqual(["new__grow"]);
  const changes: string[] = [];
  const stop = gateway.onChange(() => changes.push("changed"));
  expect(await gateway.callTool("new__grow")).toEqual({ content: [] });
  await until(async () => (await namesOf(gateway)).includes("new__grown"));
  expect(changes).toEqual(["changed"]);
  stop();
});

test("definitions keep only what concerns clients", async () => {
  const tool = {
    name: "t",
    title: "T",
    description: "D",
    inputSchema: { type: "object", properties: { a: { type: "string" } }, $defs: { x: {} } },
    outputSchema: { type: "object", properties: {} },
    annotations: { destructiveHint: true },
    icons: [{ src: "data:image/png;base64,AA==" }],
  };
  const raw = { ...tool, execution: { taskSupport: "required" }, _meta: { a: 1 }, other: 1 };
  const gateway = testGateway({ s: scriptedServer(`tools = [${JSON.stringify(raw)}];`) });
  const [first] = await gateway.tools();
  expect(first?.definition).toEqual({ ...tool, name: "s__t" });
});

test("a result is passed through unchanged, except metadata between the server and its own client", async () => {
  const script = `
    tools = [tool("t", { outputSchema: { type: "object", required: ["a"] } })];
    call = () => text("x", { structuredContent: { b: 1 }, isError: false, _meta: { m: 1 }, more: 1 });`;
  const gateway = testGateway({ s: scriptedServer(script) });
  expect(await gateway.callTool("s__t")).toEqual({
    ...text("x"),
    structuredContent: { b: 1 },
    isError: false,
  });
});

test("a server's error is a result that names the server", async () => {
  const gateway = testGateway({ s: scriptedServer(`call = () => { throw new Error("no such city"); };`) });
  expect(await gateway.callTool("s__echo")).toEqual({
    ...text("The MCP server s answered with an error: no such city (-32603)."),
    isError: true,
  });
});

test("the configuration chooses among a server's tools", async () => {
  const script = `tools = ["a", "b", "c"].map((name) => tool(name));`;
  const gateway = testGateway({
    only: scriptedServer(script, { tools: { only: ["a", "b"], except: ["b"] } }),
    except: scriptedServer(script, { tools: { except: ["a"] } }),
  });
  expect(await namesOf(gateway)).toEqual(["only__a", "except__b", "except__c"]);
});

test("two thousand tools over many pages are listed in order", async () => {
  const gateway = testGateway({
    s: scriptedServer(`
      tools = Array.from({ length: 2000 }, (_, index) => tool("t" + index));
      list = ({ params }) => {
        const at = Number(params?.cursor ?? 0);
        return { tools: tools.slice(at, at + 50), ...(at + 50 < 2000 && { nextCursor: String(at + 50) }) };
      };`),
  });
  expect(await namesOf(gateway)).toEqual(Array.from({ length: 2000 }, (_, index) => `s__t${index}`));
});

test("tools with unusual names can be called, and are guarded by their real names", async () => {
  const script = `
    tools = ["a b", "a.b", "x".repeat(100)].map((name) => tool(name));
    call = ({ params }) => text(params.name);`;
  const gateway = testGateway({ s: scriptedServer(script) });
  const tools = await gateway.tools();
  expect(tools.map(({ guardedAs }) => guardedAs)).toEqual([
    "mcp__s__a b",
    "mcp__s__a.b",
    `mcp__s__${"x".repeat(100)}`,
  ]);
  const called = tools.map(({ definition }) => gateway.callTool(definition.name));
  expect(await Promise.all(called)).toEqual([text("a b"), text("a.b"), text("x".repeat(100))]);
});

test("progress is passed on", async () => {
  const file = join(temporaryFolder(), "heard");
  const gateway = testGateway({
    s: scriptedServer(`
      call = async ({ params }) => {
        const { progressToken } = params._meta;
        for (const more of [{}, { total: 2, message: "half" }])
          send({ method: "notifications/progress", params: { progressToken, progress: 1, ...more } });
        while (!existsSync(${JSON.stringify(file)})) await new Promise((resolve) => setTimeout(resolve, 20));
        return text("done");
      };`),
  });
  const told: GatewayProgress[] = [];
  const onProgress = (progress: GatewayProgress): void => {
    if (told.push(progress) === 2) writeFileSync(file, "");
  };
  const [tool] = await gateway.tools();
  const result = await tool?.call({}, { signal: new AbortController().signal, onProgress });
  expect(result).toEqual(text("done"));
  expect(told).toEqual([{ progress: 1 }, { progress: 1, total: 2, message: "half" }]);
});

test("a call that takes too long is an error; signs of life prolong it", async () => {
  const script = `
    tools = [tool("silent"), tool("busy")];
    call = async ({ params }) => {
      if (params.name === "silent") return undefined;
      for (let progress = 1; progress < 21; progress += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        send({ method: "notifications/progress", params: { progressToken: params._meta.progressToken, progress } });
      }
      return text("done");
    };`;
  const gateway = testGateway({ s: scriptedServer(script, { timeout: 3 }) });
  await gateway.tools();
  const [silent, busy] = await Promise.all([gateway.callTool("s__silent"), gateway.callTool("s__busy")]);
  const words = "The MCP server s did not answer in time. It is unknown whether the call had an effect.";
  expect(silent).toEqual({ ...text(words), isError: true });
  expect(busy).toEqual(text("done"));
});

test("a cancelled call ends at once, and the server is notified", async () => {
  const folder = temporaryFolder();
  const script = `
    notice = ({ method }) => method === "notifications/cancelled" && writeFileSync(${JSON.stringify(join(folder, "told"))}, "");
    call = () => writeFileSync(${JSON.stringify(join(folder, "called"))}, "");`;
  const gateway = testGateway({ s: scriptedServer(script) });
  const stop = new AbortController();
  const call = gateway.callTool("s__echo", {}, stop.signal);
  await until(() => existsSync(join(folder, "called")));
  // The reason that a request over HTTP is aborted with when its client has left.
  stop.abort(new SdkError(SdkErrorCode.ConnectionClosed, "Connection closed"));
  const words =
    "The MCP server s was told that the call is cancelled. It is unknown whether the call had an effect.";
  expect(await call).toEqual({ ...text(words), isError: true });
  await until(() => existsSync(join(folder, "told")));
  // One caller that gives up must not cost the others their server.
  expect(gateway.troubles).toEqual([]);
  expect(gateway.status()).toMatchObject([{ name: "s", state: "ready" }]);
});

test("a removed tool is an error", async () => {
  const script = `call = () => { tools = [tool("other")]; send({ method: "notifications/tools/list_changed" }); return text("ok"); };`;
  const gateway = testGateway({ s: scriptedServer(script) });
  const [echo] = await gateway.tools();
  let changes = 0;
  gateway.onChange(() => {
    changes += 1;
  });
  const call = () => echo?.call({}, { signal: new AbortController().signal });
  expect(await call()).toEqual(text("ok"));
  await until(async () => (await namesOf(gateway))[0] === "s__other");
  expect(changes).toBe(1);
  expect(await call()).toEqual({
    ...text("The MCP server s no longer has a tool called echo."),
    isError: true,
  });
});

test("a server without tools is a valid server", async () => {
  const script = `initialize = ({ params }) => ({ protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: "x", version: "1" } });`;
  const gateway = testGateway({ s: scriptedServer(script) });
  expect(await gateway.tools()).toEqual([]);
  expect(gateway.status()).toEqual([{ name: "s", state: "ready", tools: 0 }]);
});

/** A script that starts its server only when a file appears. */
function waitFor(gate: string): string {
  return `while (!existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 20));`;
}

test("the first list waits for a server that takes seconds to start", async () => {
  const late = "await new Promise((resolve) => setTimeout(resolve, 4000));";
  const { gateway } = testGateway({ fast: scriptedServer(""), late: scriptedServer(late) });
  expect(await namesOf(gateway)).toEqual(["fast__echo", "late__echo"]);
});

test("a tool that is not listed yet is found as soon as its server has started", async () => {
  const gate = join(temporaryFolder(), "gate");
  const servers = { fast: scriptedServer(""), slow: scriptedServer(waitFor(gate)) };
  const { gateway } = testGateway(servers);
  const begun = performance.now();
  const found = gateway.find("slow__echo");
  expect(await gateway.find("fast__echo")).toMatchObject({ guardedAs: "mcp__fast__echo" });
  writeFileSync(gate, "");
  expect(await found).toMatchObject({ guardedAs: "mcp__slow__echo" });
  expect(performance.now() - begun).toBeLessThan(gatewayLimits.gatewayWaitMs);
  expect(await gateway.find("slow__other")).toBeUndefined();
  expect(await gateway.find("none__echo")).toBeUndefined();
});

test("a server that does not start in time delays the others only so long, and joins them later", async () => {
  const gate = join(temporaryFolder(), "gate");
  const servers = { fast: scriptedServer(""), slow: scriptedServer(waitFor(gate)) };
  const { gateway } = testGateway(servers, { waitMs: 2000 });
  const begin = performance.now();
  expect(await namesOf(gateway)).toEqual(["fast__echo"]);
  expect(performance.now() - begin).toBeGreaterThan(1900);
  expect(gateway.status()).toEqual([
    { name: "fast", state: "ready", tools: 1 },
    { name: "slow", state: "connecting", tools: 0 },
  ]);
  const changed = new Promise<void>((resolve) => gateway.onChange(resolve));
  writeFileSync(gate, "");
  await changed;
  expect(await namesOf(gateway)).toEqual(["fast__echo", "slow__echo"]);
});

test("a closed gateway has no tools, stops its processes, and can be closed again", async () => {
  const file = join(temporaryFolder(), "pid");
  const gateway = testGateway({
    s: scriptedServer(
      `writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000);`,
    ),
  });
  const [echo] = await gateway.tools();
  await gateway.close();
  await gateway.close();
  await until(() => !isRunning(Number(readFileSync(file, "utf8"))));
  expect(await gateway.tools()).toEqual([]);
  expect(await echo?.call({}, { signal: new AbortController().signal })).toMatchObject({ isError: true });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
