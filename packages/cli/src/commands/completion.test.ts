import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { commands } from "../commands.ts";
import { main } from "../main.ts";
import { createTestIo } from "../test-io.ts";

const folder = mkdtempSync(join(tmpdir(), "completion-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function scriptFor(shell: string): Promise<string> {
  const io = createTestIo();
  expect(await main(["completion", shell], io)).toBe(0);
  const file = join(folder, shell);
  writeFileSync(file, io.written.out);
  return file;
}

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ["--version"]).status === 0;
}

describe.skipIf(!isInstalled("bash"))("in bash", async () => {
  const file = await scriptFor("bash");
  const complete = (...words: readonly string[]): readonly string[] => {
    const line = words.map((word) => `'${word}'`).join(" ");
    const program = `source '${file}'; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _skillwright; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", program], { encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.split("\n").filter((word) => word !== "");
  };

  test("the first word is a command", () => {
    expect(complete("skillwright", "")).toEqual([
      ...commands.map(({ name }) => name),
      "skill",
      "--help",
      "--version",
    ]);
    expect(complete("skw", "ex")).toEqual(["explain", "exec", "export"]);
  });

  test("options and actions are those of the command", () => {
    expect(complete("skillwright", "list", "--tr")).toEqual(["--tree"]);
    expect(complete("skillwright", "new", "-")).toContain("-t");
    expect(complete("skillwright", "audit", "")).toEqual([
      "list",
      "tail",
      "report",
      "verify",
      "export",
      "push",
      "prove",
    ]);
    expect(complete("skillwright", "guard", "")).toEqual(["install", "uninstall", "status"]);
    expect(complete("skillwright", "completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(complete("skillwright", "list", "x")).toEqual([]);
  });

  test("both names of the command are completed, with files where nothing else fits", () => {
    const { stdout } = spawnSync("bash", ["--norc", "-c", `source '${file}'; complete -p skillwright skw`], {
      encoding: "utf8",
    });
    expect(stdout).toBe(
      "complete -o default -F _skillwright skillwright\ncomplete -o default -F _skillwright skw\n",
    );
  });
});

test.skipIf(!isInstalled("zsh"))("zsh accepts its script", async () => {
  const { status, stderr } = spawnSync("zsh", ["-n", await scriptFor("zsh")], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test.skipIf(!isInstalled("fish"))("fish accepts its script", async () => {
  const { status, stderr } = spawnSync("fish", ["--no-execute", await scriptFor("fish")], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test.each(["zsh", "fish"])("the script for %s has every command and its options", async (shell) => {
  const io = createTestIo();
  await main(["completion", shell], io);
  for (const { name } of commands) expect(io.written.out).toMatch(new RegExp(`\\b${name}\\b`));
  expect(io.written.out).toMatch(/--tree|-l tree/);
});

test.each([[[]], [["tcsh"]], [["bash", "zsh"]]])("completion %j is wrong usage", async (words) => {
  const io = createTestIo();
  expect(await main(["completion", ...words], io)).toBe(2);
  expect(io.written.err).toContain("completion requires one of: bash, zsh, fish.");
});
