import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/unconfined.ts";
import { createTestSession, skillText } from "../session/test-session.ts";
import { createTestFolder } from "../tools/test-tools.ts";
import type { ProgramPlace } from "./find-command.ts";
import { requireInterpreter } from "./require-interpreter.ts";

/** A machine with one program, `here`. */
function openPlace(): ProgramPlace {
  const cwd = createTestFolder();
  mkdirSync(`${cwd}/bin`);
  writeFileSync(`${cwd}/bin/here`, "#!/bin/sh\n");
  chmodSync(`${cwd}/bin/here`, 0o755);
  return { sandbox: createUnconfinedSandbox(), cwd, environment: { PATH: `${cwd}/bin` } };
}

test.each([
  [["/usr/bin/env", "nosuchprog", "/kit/x"], "nosuchprog"],
  [["/usr/bin/env", "-S", "nosuchprog", "-u", "/kit/x"], "nosuchprog"],
  [["/bin/env", "python9.9", "/kit/x"], "python9.9"],
] as const)("%j is missing %s", async (command, program) => {
  await expect(requireInterpreter([...command], openPlace())).rejects.toMatchObject({
    code: "program-missing",
    details: { program },
  });
});

test.each([
  [["/usr/bin/env", "here", "/kit/x"]],
  [["/usr/bin/env", "-S", "here", "-u", "/kit/x"]],
  [["/usr/bin/env", "PATH=/elsewhere", "nosuchprog", "/kit/x"]],
  [["/usr/bin/env", "-i", "nosuchprog", "/kit/x"]],
  [["/usr/bin/env", "/kit/x"]],
  [["nosuchprog", "/kit/x"]],
  [["/kit/x"]],
] as const)("%j exists, or is left to the sandbox", async (command) => {
  const [program, ...words] = command;
  await expect(requireInterpreter([program, ...words], openPlace())).resolves.toBeUndefined();
});

test("a script with a missing interpreter is not started, and the answer names the program", async () => {
  const files = {
    "kit/SKILL.md": skillText("kit"),
    "kit/scripts/odd": "#!/usr/bin/env nosuchprog\n",
  };
  const test = createTestSession(files, {
    sandbox: createUnconfinedSandbox(),
    environment: { PATH: "/usr/bin:/bin" },
  });
  await test.session.activate({ skill: "kit" });
  const tool = (await test.session.tools()).find(({ name }) => name === "skills_run_script");
  expect(await tool?.call({ name: "kit", script: "odd" })).toMatchObject({
    ok: false,
    errors: [{ message: "Program not found: nosuchprog. Install it, or add its folder to PATH." }],
  });
  expect(test.events().filter(({ event }) => event === "script-started")).toEqual([]);
});
