import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  createBubblewrapSandbox,
  findBubblewrap,
} from "../../sandbox/bubblewrap/create-bubblewrap-sandbox.ts";
import { createTestSession, skillText, type TestSession } from "../../session/test-session.ts";

const path = process.env.PATH ?? "";
const program = findBubblewrap(path) ?? "";

describe.skipIf(program === "")("in real bubblewrap, under a skill's list", () => {
  test("a listed program that runs others finds none that are not listed", async () => {
    const { test: held, bash } = await openRepository("Bash(git:*)");
    expect(await bash("git commit --allow-empty -m one")).toMatchObject({
      result: {
        return_code: 0,
        note: "Only programs on the lists of the active skills and policies can be started: git.",
      },
    });
    expect(existsSync(join(held.workspace, "escaped"))).toBe(false);
    expect(await bash("git log --format=%s")).toMatchObject({ result: { stdout: "one\n" } });
  });

  test("a program on the list is there for another one", async () => {
    const { test: held, bash } = await openRepository("Bash(git:*) Bash(touch:*)");
    await bash("git commit --allow-empty -m one");
    expect(existsSync(join(held.workspace, "escaped"))).toBe(true);
  });

  test("without a list, and under one that names a program which runs others by design, all are there", async () => {
    for (const list of ["Bash", "Bash(git:*) Bash(make:*)"]) {
      const { test: held, bash } = await openRepository(list);
      await bash("git commit --allow-empty -m one");
      expect([list, existsSync(join(held.workspace, "escaped"))]).toEqual([list, true]);
    }
  });

  test("two active skills leave what both of their lists name", async () => {
    const { test: held, bash } = await openRepository("Bash(git:*) Bash(touch:*)", {
      "second/SKILL.md": skillText("second", "allowed-tools: Bash(git:*)"),
    });
    await held.session.activate({ skill: "second" });
    await bash("git commit --allow-empty -m one");
    expect(existsSync(join(held.workspace, "escaped"))).toBe(false);
  });

  test("commands in a skill's instructions are held to its list too", async () => {
    const body = "Changes: !`git diff`";
    expect((await openRepository("Bash(git:*)", {}, body)).text).toContain("touch is missing");
    expect((await openRepository("Bash", {}, body)).text).toContain("/usr/bin/touch");
  });
});

type Repository = {
  readonly test: TestSession;
  /** The text of the activation. */
  readonly text: string;
  readonly bash: (command: string) => Promise<unknown>;
};

/** A session with an active skill, in a repository whose hook leaves a file if it finds `touch`. */
async function openRepository(
  list: string,
  files: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Repository> {
  const opened = createTestSession(
    { "commit/SKILL.md": skillText("commit", `allowed-tools: ${list}`, body), ...files },
    {
      sandbox: createBubblewrapSandbox({ program, path, home: homedir() }),
      agentTools: true,
      environment: { PATH: path },
      policy: { dynamicContext: true },
    },
  );
  const git = (...words: readonly string[]): unknown => execFileSync("git", words, { cwd: opened.workspace });
  git("init", "-q");
  git("config", "user.name", "a");
  git("config", "user.email", "a@example.org");
  // `git diff` runs this where it has something to show.
  git("config", "diff.external", "command -v touch || echo touch is missing; :");
  writeFileSync(join(opened.workspace, "a.txt"), "a");
  git("add", "a.txt");
  writeFileSync(join(opened.workspace, "a.txt"), "b");
  const hook = join(opened.workspace, ".git/hooks/pre-commit");
  writeFileSync(hook, "#!/bin/sh\ntouch escaped\n/usr/bin/touch escaped\n:\n", { mode: 0o755 });
  const activation = await opened.session.activate({ skill: "commit" });
  const tool = (await opened.session.tools()).find(({ name }) => name === "bash");
  return {
    test: opened,
    text: JSON.stringify(activation),
    bash: async (command) => tool?.call({ command }),
  };
}
