import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { scriptedServer, sdkServer, temporaryFolder, testGateway, until } from "./test-servers.ts";

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

/** A file that servers write their process ids to; those that are left after the test are ended. */
function pidFile() {
  const file = join(temporaryFolder(), "pids");
  const pids = (): readonly number[] =>
    existsSync(file) ? readFileSync(file, "utf8").trim().split(" ").map(Number) : [];
  onTestFinished(() => {
    for (const pid of pids().filter(isRunning)) process.kill(pid, "SIGKILL");
  });
  const note = (pid = "process.pid"): string => `appendFileSync(${JSON.stringify(file)}, ${pid} + " ");`;
  return { pids, note };
}

/** The server behind a shell that stays, as the launchers of packages do. */
function behindShell(entry: Readonly<Record<string, unknown>>) {
  const { command, args } = entry;
  const words = [command, ...(Array.isArray(args) ? args : [])].map((word) => `'${word}'`).join(" ");
  return { command: "sh", args: ["-c", `${words}; true`] };
}

/** Keeps running when its input ends. */
const lazy = "setInterval(() => {}, 1000);";

test.each([
  ["goes on when its input ends", lazy],
  ["does not heed signals", `process.on("SIGTERM", () => {}); ${lazy}`],
])("a server behind a shell exits with the gateway, also one that %s", async (_, script) => {
  const { pids, note } = pidFile();
  const gateway = testGateway({ s: behindShell(scriptedServer(note() + script)) });
  expect(await gateway.callTool("s__echo", { a: 1 })).toEqual(text('{"a":1}'));
  expect(pids()).toHaveLength(1);
  await gateway.close();
  await until(() => !pids().some(isRunning));
});

test("a lost server takes what it has started with it", async () => {
  const { pids, note } = pidFile();
  const script = `
    import { spawn } from "node:child_process";
    const helper = spawn(process.execPath, ["-e", ${JSON.stringify(lazy)}], { stdio: "ignore" });
    ${note("helper.pid")}
    call = () => process.exit(1);`;
  const gateway = testGateway({ s: scriptedServer(script) });
  await gateway.callTool("s__echo");
  const [helper = 0] = pids();
  await until(() => !isRunning(helper));
});

test("a process that left its group does not keep ours alive", async () => {
  const { pids, note } = pidFile();
  const script = `
    import { spawn } from "node:child_process";
    const options = { stdio: "inherit", detached: true };
    const stray = spawn(process.execPath, ["-e", ${JSON.stringify(lazy)}], options);
    ${note("stray.pid")}`;
  const servers = JSON.stringify({ mcpServers: { s: behindShell(scriptedServer(script)) } });
  const from = (path: string): string => JSON.stringify(import.meta.resolve(path));
  const main = join(temporaryFolder(), "main.mjs");
  writeFileSync(
    main,
    `import { openGateway } from ${from("./open-gateway.ts")};
import { readGatewayConfig } from ${from("./read-gateway-config.ts")};
const options = { environment: {}, cwd: "/", version: "1" };
const gateway = openGateway(readGatewayConfig(${JSON.stringify(servers)}, "f"), options);
const tools = await gateway.tools();
await gateway.close();
console.log(tools.length);
`,
  );
  const child = spawn(process.execPath, ["--conditions=@skillwright/source", main], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [words, [code]] = await Promise.all([textOf(child.stdout), once(child, "exit")]);
  expect([words, code]).toEqual(["1\n", 0]);
  expect(pids().map(isRunning)).toEqual([true]);
});

/** How a server with the 2025 protocol answers the version probe, and how often it is started for it. */
const strangers: readonly (readonly [string, string, number])[] = [
  ["answers that it does not know it", "", 1],
  ["does not answer it", `answers["server/discover"] = () => undefined;`, 1],
  ["ends on it", `answers["server/discover"] = () => process.exit(1);`, 2],
  [
    "loses its way on it",
    `answers["server/discover"] = () => { initialize = () => { throw new Error("too late"); }; throw new Error("too early"); };`,
    2,
  ],
];

test.each(strangers)("a server is served that %s", async (_, script, starts) => {
  const { pids, note } = pidFile();
  const gateway = testGateway({ s: scriptedServer(note() + script) });
  expect(await gateway.callTool("s__echo")).toEqual(text("{}"));
  expect(gateway.troubles).toEqual([]);
  expect(pids()).toHaveLength(starts);
});

test("a server's known protocol version is not negotiated again", async () => {
  const { pids, note } = pidFile();
  const script = `${note()} answers["server/discover"] = () => process.exit(1); call = () => process.exit(1);`;
  const gateway = testGateway({ s: scriptedServer(script) });
  await gateway.callTool("s__echo");
  await until(() => pids().length === 3 && gateway.status()[0]?.state === "ready");
});

test("a server with the 2026 protocol is started once", async () => {
  const { pids, note } = pidFile();
  const script = `
    process.getBuiltinModule("node:fs").${note()}
    server.registerTool("t", { inputSchema: z.object({}) }, async () => ({ content: [] }));`;
  const gateway = testGateway({ s: sdkServer(script) });
  expect(await gateway.callTool("s__t")).toEqual({ content: [] });
  expect(pids()).toHaveLength(1);
});

test("a server that stops reading its input is restarted", async () => {
  const { pids, note } = pidFile();
  const script = `${note()} ${lazy}
    call = () => process.getBuiltinModule("node:fs").closeSync(0) ?? text("bye");`;
  const gateway = testGateway({ s: scriptedServer(script) });
  expect(await gateway.callTool("s__echo")).toEqual(text("bye"));
  expect(await gateway.callTool("s__echo")).toMatchObject({ isError: true });
  await until(() => pids().length === 2);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
