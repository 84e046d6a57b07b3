import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/run-process.ts";
import type { RunRequest, Sandbox } from "../sandbox/sandbox.ts";
import { createTestSession, skillText } from "../session/test-session.ts";
import { createTestFolder } from "../tools/test-tools.ts";
import { checkRequirements, type ProgramPlace, requireInterpreter } from "./check-requirements.ts";
import { readRequirements } from "./read-requirements.ts";

/** Checks requirements on a machine with these programs, each a line of shell. */
async function check(
  programs: Readonly<Record<string, string>>,
  said: { readonly requires?: readonly string[]; readonly sentence?: string },
): Promise<unknown> {
  const cwd = createTestFolder();
  mkdirSync(`${cwd}/bin`);
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(`${cwd}/bin/${name}`, `#!/bin/sh\n${line}\n`);
    chmodSync(`${cwd}/bin/${name}`, 0o755);
  }
  const { requires, sentence } = said;
  const requirements = readRequirements({
    ...(requires === undefined ? {} : { requirements: { requires, optional: [], packages: [] } }),
    ...(sentence === undefined ? {} : { compatibility: sentence }),
  });
  const place = { name: "kit", sandbox: createUnconfinedSandbox(), cwd };
  return checkRequirements(requirements, { ...place, environment: { PATH: `${cwd}/bin:/nowhere` } }).catch(
    (error: unknown) => (error instanceof SkillError ? error.details : error),
  );
}

test("existing programs are enough, and none is started just to check its name", async () => {
  const programs = { git: "touch started; exit 1", python3: "echo Python 3.12.1" };
  expect(await check(programs, { requires: ["git", "python>=3.10", "pypdf"] })).toEqual([]);
});

test("a program under its other name counts", async () => {
  expect(await check({ convert: "echo 6.9" }, { requires: ["imagemagick"] })).toEqual([]);
});

test("S3-41: a missing or outdated program on a list is an error that names it", async () => {
  expect(await check({}, { requires: ["python>=3.10"] })).toEqual({
    name: "kit",
    requirement: "python>=3.10",
    reason: "python3 or python is not on PATH",
  });
  expect(await check({ python3: "echo Python 3.9.2 >&2" }, { requires: ["python >= 3.10"] })).toEqual({
    name: "kit",
    requirement: "python >= 3.10",
    reason: "python3 is version 3.9.2",
  });
});

test("a program mentioned in prose is a warning", async () => {
  expect(await check({ git: "" }, { sentence: "Requires git, docker and jq." })).toEqual([
    { kind: "program-missing", program: "docker" },
    { kind: "program-missing", program: "jq" },
  ]);
});

test("a version mentioned in prose is checked too, and a warning if it does not match", async () => {
  const python = { python3: "echo Python 3.12.1" };
  const sentence = "Requires Python 3.99 or newer.";
  expect(await check(python, { sentence })).toEqual([
    { kind: "version-unfit", requirement: "Python 3.99 or newer", here: "python3 is version 3.12.1" },
  ]);
  expect(await check({}, { sentence })).toEqual([{ kind: "program-missing", program: "python3 or python" }]);
  expect(await check(python, { sentence: "Requires Python 3.9 or newer." })).toEqual([]);
});

test("a program without a version, or a slow one, gets the benefit of the doubt", async () => {
  expect(await check({ git: "echo hello" }, { requires: ["git>=2"] })).toEqual([
    { kind: "version-unknown", requirement: "git>=2" },
  ]);
});

test("a folder and a non-executable file are not programs", async () => {
  const cwd = createTestFolder({ "bin/git": "#!/bin/sh\n", "bin/jq/x": "" });
  const place = { name: "kit", sandbox: createUnconfinedSandbox(), cwd, environment: { PATH: `${cwd}/bin` } };
  for (const requires of [["git"], ["jq"]]) {
    const requirements = readRequirements({ requirements: { requires, optional: [], packages: [] } });
    await expect(checkRequirements(requirements, place)).rejects.toThrow("requirement-missing");
  }
});

/** A sandbox that records what it runs and has its own Node, or none. */
function createSupplier(version?: string): Sandbox & { readonly requests: RunRequest[] } {
  const requests: RunRequest[] = [];
  return {
    name: "supplier",
    confines: true,
    requests,
    run: async (request) => {
      requests.push(request);
      const [program] = request.command;
      if (version === undefined) throw new SkillError("program-missing", { program });
      const output = { stdout: `${version}\n`, stderr: "", truncated: false, durationMs: 1 };
      return { status: "exited", exitCode: version === "" ? 1 : 0, ...output };
    },
  };
}

function needing(...requires: readonly string[]): ReturnType<typeof readRequirements> {
  return readRequirements({ requirements: { requires, optional: [], packages: [] } });
}

test("a Node supplied by the sandbox counts if PATH has none", async () => {
  const cwd = createTestFolder();
  const place = { name: "kit", cwd, environment: { PATH: "/nowhere" } };
  const check = (version: string | undefined, ...requires: readonly string[]): Promise<unknown> =>
    checkRequirements(needing(...requires), { ...place, sandbox: createSupplier(version) });
  expect(await check("v24.1.0", "node", "node>=20", "node.js >= 20")).toEqual([]);
  await expect(check("v18.0.0", "node>=20")).rejects.toMatchObject({
    details: { reason: "node is version 18.0.0" },
  });
  for (const version of [undefined, ""])
    await expect(check(version, "node>=20")).rejects.toMatchObject({
      details: { reason: "node is not on PATH" },
    });
  await expect(check("v24.1.0", "jq")).rejects.toThrow("requirement-missing");
});

test("a sandbox that cannot run anything is not mistaken for one without Node", async () => {
  const cwd = createTestFolder();
  const run = async (): Promise<never> => {
    throw new SkillError("sandbox-unavailable", { what: "A program" });
  };
  const sandbox = { name: "broken", confines: true, run };
  const place = { name: "kit", cwd, environment: { PATH: "/nowhere" }, sandbox };
  await expect(checkRequirements(needing("node"), place)).rejects.toThrow("sandbox-unavailable");
});

test("a version check sees the skill, and cannot change or reach anything", async () => {
  const cwd = createTestFolder();
  mkdirSync(`${cwd}/bin`);
  writeFileSync(`${cwd}/bin/git`, "", { mode: 0o755 });
  const sandbox = createSupplier("git version 2.40.0");
  const { signal } = new AbortController();
  const environment = { PATH: `${cwd}/bin`, LANG: "C" };
  await checkRequirements(needing("git>=2"), { name: "kit", sandbox, cwd, environment, signal });
  expect(sandbox.requests).toEqual([
    {
      command: ["git", "--version"],
      cwd,
      environment,
      timeoutMs: 15_000,
      outputBytes: 20_000,
      readable: [cwd],
      writable: [],
      network: "none",
      signal,
    },
  ]);
  expect(sandbox.requests[0]?.signal).toBe(signal);
});

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
