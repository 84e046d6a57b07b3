import { symlinkSync } from "node:fs";
import type { Policy } from "@skillwright/core/policy";
import { afterAll, expect, test } from "vitest";
import { execCommand } from "../commands/exec/exec.ts";
import { parseInvocation } from "../parse-invocation.ts";
import { createTestIo, createTestMachine, removeTestMachines, type TestMachine } from "../test-io.ts";
import { openPolicies } from "./open-policies.ts";

afterAll(removeTestMachines);

function open({ folder }: TestMachine, words: readonly string[] = []): Promise<readonly Policy[]> {
  const place = { home: `${folder}/home`, systemFolder: `${folder}/system`, dataFolder: `${folder}/data` };
  return openPolicies(parseInvocation(execCommand, words), createTestIo({ cwd: `${folder}/repo`, place }));
}

test("without policy files there are no policies", async () => {
  expect(await open(createTestMachine({}))).toEqual([]);
});

test("the organization's policy comes first, then named ones, then the user's", async () => {
  const machine = createTestMachine({
    "system/policy.yaml": "version: 1\ndeny: [Bash]\nsandbox: required\n",
    "system/skills/x/SKILL.md": "",
    "data/policy.json": '{"version":1,"deny":["Write"]}',
    "repo/ci.yml": "version: 1\ndeny: [Edit]\n",
  });
  const policies = await open(machine, ["--policy", "ci.yml"]);
  expect(policies.map(({ layer, sandbox }) => [layer?.kind, layer?.deny?.[0]?.text, sandbox])).toEqual([
    ["organisation", "Bash", "required"],
    ["organisation", "Edit", undefined],
    ["user", "Write", undefined],
  ]);
});

test.each([
  ["system/policy.json", "{", "config-invalid"],
  ["system/policy.yml", "", "config-invalid"],
  ["data/policy.yaml", "version: 1\ndenny: [Bash]\n", "config-invalid"],
  ["data/policy.json/x", "", "config-invalid"],
])("an invalid policy stops everything: %s of %j", async (path, text, code) => {
  await expect(open(createTestMachine({ [path]: text }))).rejects.toMatchObject({ code });
});

test("so does a dangling link, a named file that is missing, and a second file next to the first", async () => {
  const machine = createTestMachine({ "system/x": "" });
  symlinkSync("/nowhere/policy.json", `${machine.folder}/system/policy.json`);
  await expect(open(machine)).rejects.toMatchObject({ code: "file-is-link" });
  await expect(open(createTestMachine({}), ["--policy", "no.json"])).rejects.toMatchObject({
    code: "file-missing",
  });
  const two = createTestMachine({ "data/policy.json": '{"version":1}', "data/policy.yml": "version: 1" });
  await expect(open(two)).rejects.toMatchObject({ code: "config-invalid" });
});
