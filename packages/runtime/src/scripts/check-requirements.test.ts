import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/unconfined.ts";
import { createTestFolder } from "../tools/test-tools.ts";
import { checkRequirements } from "./check-requirements.ts";
import { readRequirements } from "./read-requirements.ts";

/** Checks requirements on a machine that has these programs, each a line of shell. */
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

test("programs that are there are enough, and none is started for its name alone", async () => {
  const programs = { git: "touch started; exit 1", python3: "echo Python 3.12.1" };
  expect(await check(programs, { requires: ["git", "python>=3.10", "pypdf"] })).toEqual([]);
});

test("a program by its other name is there too", async () => {
  expect(await check({ convert: "echo 6.9" }, { requires: ["imagemagick"] })).toEqual([]);
});

test("S3-41: a program that a list demands and that is missing, or too old, is an error that names it", async () => {
  expect(await check({}, { requires: ["python>=3.10"] })).toEqual({
    name: "kit",
    requirement: "python>=3.10",
    reason: "there is no program python3 or python on PATH",
  });
  expect(await check({ python3: "echo Python 3.9.2 >&2" }, { requires: ["python >= 3.10"] })).toEqual({
    name: "kit",
    requirement: "python >= 3.10",
    reason: "python3 is version 3.9.2",
  });
});

test("a program that is only spoken of is a warning", async () => {
  expect(await check({ git: "" }, { sentence: "Requires git, docker and jq." })).toEqual([
    { kind: "program-missing", program: "docker" },
    { kind: "program-missing", program: "jq" },
  ]);
});

test("a program that does not tell its version, or takes its time, is given the benefit of the doubt", async () => {
  expect(await check({ git: "echo hello" }, { requires: ["git>=2"] })).toEqual([
    { kind: "version-unknown", requirement: "git>=2" },
  ]);
});

test("a folder, and a file that nobody may run, are no programs", async () => {
  const cwd = createTestFolder({ "bin/git": "#!/bin/sh\n", "bin/jq/x": "" });
  const place = { name: "kit", sandbox: createUnconfinedSandbox(), cwd, environment: { PATH: `${cwd}/bin` } };
  for (const requires of [["git"], ["jq"]]) {
    const requirements = readRequirements({ requirements: { requires, optional: [], packages: [] } });
    await expect(checkRequirements(requirements, place)).rejects.toThrow("requirement-missing");
  }
});
