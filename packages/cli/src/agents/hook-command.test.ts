import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { guardLine, isGuardLine, programOf, refusal } from "./hook-command.ts";

/** How a line ends in a shell, and what it says on standard error. */
function run(line: string): { readonly code: number | null; readonly err: string; readonly out: string } {
  const { status, stderr, stdout } = spawnSync("sh", ["-c", line], { encoding: "utf8", input: "" });
  return { code: status, err: stderr, out: stdout };
}

test("an answer passes as it is", () => {
  expect(run(`echo '{"a":1}'${refusal}`)).toEqual({ code: 0, err: "", out: '{"a":1}\n' });
});

test("a crash, a missing program and a kill become a refusal with words", () => {
  const lines = ["node -e 'throw 1'", "/nowhere/skillwright guard --agent codex", "sh -c 'kill -9 $$'"];
  for (const line of lines) {
    const { code, err } = run(line + refusal);
    expect(code).toBe(2);
    expect(err).toMatch(/blocked by skillwright guard\n$/);
  }
});

test("a refusal keeps its reason", () => {
  expect(run(`sh -c 'echo no >&2; exit 2'${refusal}`)).toEqual({
    code: 2,
    err: "no\nblocked by skillwright guard\n",
    out: "",
  });
});

test("words reach the program as they are, whatever they hold", () => {
  const program = ["/opt/my node's/node", "/a b/$(touch x)/`y`.mjs"];
  const line = guardLine({ program, agent: "codex", options: ["--policy", 'a"b\\c;d&e|f\ng', "", "*"] });
  const { out } = run(`printf '%s\\0' ${line}`);
  expect(out.split("\0").slice(0, -1)).toEqual([
    ...program,
    ...["guard", "--agent", "codex", "--policy", 'a"b\\c;d&e|f\ng', "", "*"],
  ]);
  expect(programOf(line)).toEqual(program);
});

test("a line is ours by what it calls, not by where the program lies", () => {
  expect(isGuardLine("'/a b/node' /x/start.ts guard --agent codex --lifetime session", "codex")).toBe(true);
  expect(isGuardLine(`skillwright guard --agent codex${refusal}`, "codex")).toBe(true);
  expect(isGuardLine("skillwright guard --agent codex-other", "codex")).toBe(false);
  expect(isGuardLine("skillwright guard --agent cursor", "codex")).toBe(false);
  expect(isGuardLine("echo skillwright", "codex")).toBe(false);
  expect(isGuardLine(["guard --agent codex"], "codex")).toBe(false);
});
