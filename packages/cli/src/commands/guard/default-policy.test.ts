import { existsSync, readFileSync, statSync } from "node:fs";
import { readPolicy } from "@skillwright/core/config";
import { createMemoryFileSystem } from "@skillwright/core/discover";
import { createPathResolver, decide, type PolicyLayer } from "@skillwright/core/policy";
import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines } from "../../test-io.ts";
import { defaultPolicy } from "./default-policy.ts";

afterAll(removeTestMachines);

const text = `${JSON.stringify(defaultPolicy, undefined, 2)}\n`;
const words = ["guard", "install", "--agent", "codex"];

test("a user without a policy sees the default one in full before it is written", async () => {
  const { folder, run } = createTestMachine({});
  const path = `${folder}/data/policy.json`;
  const { code, out } = await run([...words, "--yes"]);
  expect(code).toBe(0);
  expect(
    out.startsWith(`You have no policy yet. The default one, for ${path}:\n${text}✓ Wrote ${path};`),
  ).toBe(true);
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([
  ["y", true],
  ["", true],
  ["n", false],
])("on a terminal the user decides: %j", async (answer, isWritten) => {
  const { folder, run } = createTestMachine({});
  const { out, asked } = await run(words, { answers: [answer], piped: false });
  expect(out).toContain(text);
  expect(asked).toEqual(["Write this policy? [Y/n] "]);
  expect(existsSync(`${folder}/data/policy.json`)).toBe(isWritten);
  expect(out).toContain("installed the guard hook");
});

test("without a terminal or consent nothing is written, and the output says how", async () => {
  const { folder, run } = createTestMachine({});
  expect((await run(words, { piped: true })).out).toContain("Pass --yes to write the default one");
  expect((await run([...words, "--dry-run", "--yes"])).out).toContain(text);
  expect((await run([...words, "--no-policy"])).out).not.toContain("policy");
  expect(existsSync(`${folder}/data/policy.json`)).toBe(false);
});

test("an existing policy stays as it is, and uninstalling leaves it", async () => {
  const mine = "version: 1\n";
  const { folder, run } = createTestMachine({ "data/policy.yaml": mine });
  expect((await run([...words, "--yes"])).out).not.toContain("You have no policy");
  expect((await run(["guard", "uninstall", "--agent", "codex"])).out).toContain(
    `Your policy stays: ${folder}/data/policy.yaml.`,
  );
  expect(readFileSync(`${folder}/data/policy.yaml`, "utf8")).toBe(mine);
  expect(existsSync(`${folder}/data/policy.json`)).toBe(false);
});

test("machine-readable output says what happened to the policy", async () => {
  const { folder, run } = createTestMachine({});
  const path = `${folder}/data/policy.json`;
  const policyOf = async (...more: readonly string[]) =>
    JSON.parse((await run([...words, "--json", ...more])).out).policy;
  expect(await policyOf()).toEqual({ path, effect: "offered" });
  expect(await policyOf("--no-policy")).toEqual({ path, effect: "declined" });
  expect(await policyOf("--yes")).toEqual({ path, effect: "created" });
  expect(await policyOf("--yes")).toEqual({ path, effect: "exists" });
});

const fs = createMemoryFileSystem({ "/policy.json": text });
const open: PolicyLayer = { kind: "default", name: "default", otherwise: "allow" };
const layers = [readPolicy(fs, "/policy.json", "user").layer, open];

function effectOf(tool: string, input: object): string {
  const resolvePath = createPathResolver(fs, "/home/ada/work");
  return decide({ tool, input, workspace: "/home/ada/work", home: "/home/ada", resolvePath }, layers).effect;
}

test("the default policy denies keys and passwords", () => {
  for (const path of ["~/.ssh/id_ed25519", "/home/ada/.aws/credentials", "/home/ada/.gnupg/a/b", "../.netrc"])
    expect([path, effectOf("Read", { file_path: path })]).toEqual([path, "deny"]);
  expect(effectOf("Write", { file_path: "/home/ada/.ssh/authorized_keys" })).toBe("deny");
  expect(effectOf("Bash", { command: "cat < ~/.ssh/id_rsa" })).toBe("deny");
});

test("the default policy leaves ordinary work alone", () => {
  const file = new URL("../../../../core/src/policy/shell/fixtures/ordinary-lines.sh", import.meta.url);
  const lines = readFileSync(file, "utf8").split("#---\n").slice(1);
  const refused = lines.filter((command) => effectOf("Bash", { command: command.trimEnd() }) !== "allow");
  expect([refused.length <= 10, lines.length >= 200]).toEqual([true, true]);
  for (const [tool, input] of [
    ["Read", { file_path: "src/a.ts" }],
    ["Read", { file_path: ".env" }],
    ["Read", { file_path: "/home/ada/.ssh/config" }],
    ["Grep", { pattern: "x" }],
    ["Write", { file_path: "a.txt" }],
  ] as const)
    expect([tool, effectOf(tool, input)]).toEqual([tool, "allow"]);
});
