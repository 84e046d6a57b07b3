// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of the configuration.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@skillwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { createConnection } from "./connection.ts";
import { fillVariables } from "./fill-variables.ts";
import { readGatewayConfig } from "./read-gateway-config.ts";
import { scriptedServer, temporaryFolder, testGateway, until } from "./test-servers.ts";

const error = (text: string) => ({ content: [{ type: "text", text }], isError: true });
const signal = new AbortController().signal;

/** One connection with less patience than the gateway's. */
function connectionTo(server: Readonly<Record<string, unknown>>, times = {}) {
  const [filled] = fillVariables(readGatewayConfig(JSON.stringify({ mcpServers: { s: server } }), "f"), {});
  if (filled === undefined) throw new Error("no server");
  const troubles: string[] = [];
  let changes = 0;
  const connection = createConnection(filled, {
    cwd: temporaryFolder(),
    variables: {},
    version: "1.0.0",
    clock: systemClock,
    times: { probeMs: 5000, connectMs: 15_000, listMs: 15_000, retryMs: 10, ...times },
    onTrouble: (message) => troubles.push(message),
    onChange: () => {
      changes += 1;
    },
  });
  onTestFinished(() => connection.close());
  return { connection, troubles, changes: () => changes };
}

test("a server that crashes on a call costs only that call: it is not repeated, and the next one finds the server restarted", async () => {
  const file = join(temporaryFolder(), "calls");
  const script = `call = ({ params }) => {
    appendFileSync(${JSON.stringify(file)}, "call ");
    if (params.arguments.die) { process.stderr.write("out of luck\\n"); process.exit(3); }
    return text("alive");
  };`;
  const { connection, troubles, changes } = connectionTo(scriptedServer(script));
  await connection.open();
  expect(await connection.call("echo", { die: true }, { signal })).toEqual(
    error("The MCP server s ended before it answered. It is unknown whether the call had an effect."),
  );
  expect(connection.tools()).toHaveLength(1);
  expect(await connection.call("echo", {}, { signal })).toEqual({
    content: [{ type: "text", text: "alive" }],
  });
  expect(readFileSync(file, "utf8")).toBe("call call ");
  expect(troubles).toEqual(["The MCP server s: ended; it wrote: out of luck."]);
  expect(changes()).toBe(1);
});

test("a server that keeps crashing is restarted with pauses, and calls in between are answered at once", async () => {
  const { connection } = connectionTo(scriptedServer("call = () => process.exit(1);"), { retryMs: 60_000 });
  await connection.open();
  await connection.call("echo", {}, { signal });
  await connection.call("echo", {}, { signal });
  await until(() => connection.status().state === "failed");
  expect(connection.status()).toEqual({ name: "s", state: "failed", tools: 1, problem: "ended" });
  expect(await connection.call("echo", {}, { signal })).toEqual(
    error("The MCP server s is not available right now: it ended."),
  );
});

test("a server that recovers after some failures is used again, and the failures are reported once", async () => {
  const folder = temporaryFolder();
  const [present, starts] = [join(folder, "present"), join(folder, "starts")];
  const script = `
    appendFileSync(${JSON.stringify(starts)}, "x");
    if (!existsSync(${JSON.stringify(present)})) { process.stderr.write("not yet"); process.exit(1); }`;
  const { connection, troubles, changes } = connectionTo(scriptedServer(script));
  await connection.open();
  const problem = "ended before it answered; it wrote: not yet";
  expect(connection.status()).toEqual({ name: "s", state: "failed", tools: 0, problem });
  await until(() => readFileSync(starts, "utf8").length > 6);
  writeFileSync(present, "");
  await until(() => connection.status().state === "ready");
  expect(connection.status()).toEqual({ name: "s", state: "ready", tools: 1 });
  expect(troubles).toEqual([`The MCP server s: ${problem}.`]);
  expect(changes()).toBe(1);
});

test("a server that exits by itself is restarted without a call", async () => {
  const file = join(temporaryFolder(), "starts");
  const script = `
    const welcome = initialize;
    initialize = (message) => {
      appendFileSync(${JSON.stringify(file)}, "x");
      setTimeout(() => process.exit(0), 300);
      return welcome(message);
    };`;
  const { connection } = connectionTo(scriptedServer(script));
  await connection.open();
  await until(() => readFileSync(file, "utf8").length >= 3);
});

test("a server that never answers times out, and its process is killed", async () => {
  const file = join(temporaryFolder(), "pids");
  const script = `appendFileSync(${JSON.stringify(file)}, process.pid + " "); answers = {}; send = () => {}; setInterval(() => {}, 1000);`;
  const { connection } = connectionTo(scriptedServer(script), {
    probeMs: 500,
    connectMs: 1000,
    retryMs: 60_000,
  });
  await connection.open();
  expect(connection.status()).toEqual({
    name: "s",
    state: "failed",
    tools: 0,
    problem: "did not answer in time",
  });
  const pids = existsSync(file) ? readFileSync(file, "utf8").trim().split(" ") : [];
  for (const pid of pids) await until(() => !isRunning(Number(pid)));
});

test("a server that never lists its tools times out", async () => {
  const { connection } = connectionTo(scriptedServer("list = () => undefined;"), {
    listMs: 300,
    retryMs: 60_000,
  });
  await connection.open();
  expect(connection.status()).toMatchObject({ state: "failed", problem: "did not answer in time" });
});

test("a command that does not exist is reported", async () => {
  const { connection, troubles } = connectionTo({ command: "no-such-command-here" }, { retryMs: 60_000 });
  await connection.open();
  expect(troubles).toEqual(["The MCP server s: could not be reached: spawn no-such-command-here ENOENT."]);
});

test("output of a server outside the protocol does no harm", async () => {
  const script = `
    process.stdout.write("Welcome!\\n{broken\\n[]\\n\\n{}\\n");
    process.stderr.write("x".repeat(100_000));
    call = () => { process.stdout.write("noise\\n"); process.stderr.write("noise\\n"); return text("fine"); };`;
  const { connection } = connectionTo(scriptedServer(script));
  await connection.open();
  expect(await connection.call("echo", {}, { signal })).toEqual({
    content: [{ type: "text", text: "fine" }],
  });
});

test("closing does not wait for a server that is starting", async () => {
  const { connection } = connectionTo(scriptedServer("answers = {}; send = () => {};"), { probeMs: 60_000 });
  const opening = connection.open();
  await until(() => connection.status().state === "connecting");
  await connection.close();
  await opening;
  expect(connection.status()).toEqual({ name: "s", state: "idle", tools: 0 });
});

test("a call that waits for a server to start can be cancelled", async () => {
  const { connection } = connectionTo(scriptedServer("answers = {}; send = () => {};"), { probeMs: 60_000 });
  const stop = new AbortController();
  const call = connection.call("echo", {}, { signal: stop.signal });
  stop.abort();
  expect(await call).toEqual(error("The MCP server s was not called: the call was cancelled."));
});

test("a process gets the configured variables and the harmless ones of ours, and no others", async () => {
  const script = "call = () => text(JSON.stringify(Object.keys(process.env)));";
  const gateway = testGateway(
    { s: scriptedServer(script, { env: { MINE: "${GIVEN}" } }) },
    { environment: { GIVEN: "1", OTHER: "2" } },
  );
  const { content } = await gateway.callTool("s__echo");
  const names: unknown = content[0]?.type === "text" ? JSON.parse(content[0].text) : [];
  expect(names).toContain("MINE");
  expect(names).toContain("PATH");
  expect(names).not.toContain("VITEST");
  expect(names).not.toContain("OTHER");
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
