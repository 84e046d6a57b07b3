import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/run-process.ts";
import { createTestFolder } from "../tools/test-tools.ts";
import { findUnmet } from "./find-unmet.ts";

test("names what is missing or too old, and starts nothing that it does not know", async () => {
  const cwd = createTestFolder();
  mkdirSync(`${cwd}/bin`);
  const programs = { python3: "echo Python 3.9.2", own: `touch ${cwd}/started`, git: `touch ${cwd}/started` };
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(`${cwd}/bin/${name}`, `#!/bin/sh\n${line}\n`);
    chmodSync(`${cwd}/bin/${name}`, 0o755);
  }
  const place = {
    sandbox: createUnconfinedSandbox(),
    cwd,
    environment: { PATH: `${cwd}/bin:/usr/bin:/bin` },
  };
  const requirements = { requires: ["python>=3.10", "git", "pypdf"], optional: [], packages: [] };
  expect(await findUnmet({ requirements }, ["own", "no-such-command", "--help", "own>=99"], place)).toEqual([
    { requirement: "python>=3.10", reason: "python3 is version 3.9.2" },
    { requirement: "no-such-command", reason: "no-such-command is not on PATH" },
  ]);
  expect(existsSync(`${cwd}/started`)).toBe(false);
});

test("a program that does not answer is no reason against a skill", async () => {
  const cwd = createTestFolder();
  mkdirSync(`${cwd}/bin`);
  writeFileSync(`${cwd}/bin/jq`, "#!/bin/sh\nexit 3\n", { mode: 0o755 });
  const place = { sandbox: createUnconfinedSandbox(), cwd, environment: { PATH: `${cwd}/bin` } };
  const requirements = { requires: ["jq>=1.6"], optional: [], packages: [] };
  expect(await findUnmet({ requirements }, [], place)).toEqual([]);
});
