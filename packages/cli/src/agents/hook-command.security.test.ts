import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { guardLine, refusingLine } from "./hook-command.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "hook line's ")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The shells that agents start hooks with, as far as this machine has them. */
const shells = ["sh", "dash", "bash", "zsh", "fish"].filter(
  (shell) => spawnSync(shell, ["-c", "true"]).status === 0,
);

/** The line for a program in place of the guard's. */
function lineOf(code: string, environment = base): string {
  const script = join(folder, "skillwright.mjs");
  writeFileSync(script, code);
  const program = [process.execPath, script];
  return refusingLine(guardLine({ environment, program, agent: "codex", options: [], isUnix: true }));
}

const base: readonly (readonly [string, string])[] = [["PATH", "/usr/bin:/bin"]];

type Ran = { readonly code: number | null; readonly out: string; readonly err: string; readonly ms: number };

function run(shell: string, line: string, environment: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const start = performance.now();
  // Bash reads its user's files if its input is a socket and it seems to be the first shell.
  const child = spawn(shell, ["-c", line], { env: { PATH: process.env.PATH, SHLVL: "1", ...environment } });
  const told = { out: "", err: "" };
  child.stdout.on("data", (data) => {
    told.out += data;
  });
  child.stderr.on("data", (data) => {
    told.err += data;
  });
  child.stdin.on("error", () => {});
  child.stdin.end("x".repeat(300_000));
  // Pipes close only once no process holds them: an agent would wait for a forgotten one.
  return new Promise((resolve) =>
    child.on("close", (code) => resolve({ code, ...told, ms: performance.now() - start })),
  );
}

const blocked =
  "blocked by skillwright guard: it did not start or took too long. Run: skillwright guard status\n";
/** Agents wait ten seconds. */
const patienceMs = 9800;

test.each(shells)("an answer passes unchanged, with all of the input: %s", async (shell) => {
  const echo =
    'let n = 0; process.stdin.on("data", (d) => { n += d.length; }).on("end", () => console.log(n));';
  expect(await run(shell, lineOf(echo))).toMatchObject({ code: 0, out: "300000\n", err: "" });
});

test.each(shells)("a refusal keeps its own words and gets no others: %s", async (shell) => {
  const refuse = 'console.error("not on the list"); process.exitCode = 2;';
  expect(await run(shell, lineOf(refuse))).toMatchObject({ code: 2, out: "", err: "not on the list\n" });
});

test.each(shells)(
  "a crash, a kill and a missing program become a refusal with a reason: %s",
  async (shell) => {
    for (const code of [
      "throw 1",
      "process.kill(process.pid, 9)",
      "process.exitCode = 1",
      "process.abort()",
    ]) {
      const { code: status, err } = await run(shell, lineOf(code));
      expect([status, err.endsWith(blocked)]).toEqual([2, true]);
    }
    const missing = await run(shell, lineOf("").replaceAll(process.execPath, "/nowhere/node"));
    expect([missing.code, missing.err.endsWith(blocked)]).toEqual([2, true]);
  },
);

test("a call that keeps the guard busy forever is refused before its agent stops waiting", async () => {
  const { code, err, ms } = await run("sh", lineOf("for (;;);"));
  expect([code, err.endsWith(blocked), ms < patienceMs]).toEqual([2, true, true]);
}, 30_000);

test("a guard that waits forever is refused before its agent stops waiting, in every shell", async () => {
  const line = lineOf("setTimeout(() => {}, 60_000)");
  const ran = await Promise.all(shells.map((shell) => run(shell, line)));
  for (const { code, err, ms } of ran)
    expect([code, err.endsWith(blocked), ms < patienceMs]).toEqual([2, true, true]);
}, 30_000);

test.each(shells)("no variable of the agent reaches the guard but those in the line: %s", async (shell) => {
  const line = lineOf("console.log(JSON.stringify(process.env))", [
    ...base,
    ["SKILLWRIGHT_HOME", "/home/ada/it's $(here)"],
  ]);
  const evil = join(folder, "evil.cjs");
  writeFileSync(evil, "process.exit(0)");
  const { code, out } = await run(shell, line, {
    NODE_OPTIONS: `--require ${JSON.stringify(evil)}`,
    NODE_COMPILE_CACHE: folder,
    NODE_V8_COVERAGE: folder,
    OPENSSL_CONF: evil,
    SKILLWRIGHT_HOME: "/tmp/evil",
    XDG_DATA_HOME: "/tmp/evil",
    HOME: "/tmp/evil",
    ENV: evil,
  });
  expect(code).toBe(0);
  const { PWD: _, OLDPWD: __, SHLVL: ___, _: ____, LOGNAME: _____, ...environment } = JSON.parse(out);
  expect(environment).toEqual({ PATH: "/usr/bin:/bin", SKILLWRIGHT_HOME: "/home/ada/it's $(here)" });
});
