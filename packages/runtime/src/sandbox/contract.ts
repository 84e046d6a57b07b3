import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { describe, expect, onTestFinished, test } from "vitest";
import type { RunRequest, Sandbox } from "./sandbox.ts";
import { describeEnds } from "./test-contract-ends.ts";
import { createRuns, createTestFolder, type Runs } from "./test-contract-runs.ts";
import { describeStreams } from "./test-contract-streams.ts";

/** The contract of every sandbox backend. */
export function describeSandbox(name: string, create: () => Sandbox): void {
  const runs = createRuns(create);
  describeRuns(name, runs);
  describeStreams(name, runs);
  describeEnds(name, runs);
}

function describeRuns(name: string, { run, shell }: Runs): void {
  describe(`${name}: results`, () => {
    test("both streams and the exit code come back", async () => {
      expect(await shell("echo out; echo err >&2; exit 3")).toEqual({
        status: "exited",
        exitCode: 3,
        stdout: "out\n",
        stderr: "err\n",
        truncated: false,
        durationMs: expect.any(Number),
      });
    });

    test("a program that kills itself with a signal gets the exit code that shells give it", async () => {
      expect(await shell("kill -KILL $$")).toMatchObject({ status: "killed", exitCode: 137 });
      expect(await shell("kill -TERM $$")).toMatchObject({ status: "killed", exitCode: 143 });
    });

    test("the program runs in the given folder", async () => {
      const folder = createTestFolder();
      expect((await shell("pwd -P", { cwd: folder })).stdout).toBe(`${folder}\n`);
    });

    test("a missing program is an error, not a result", async () => {
      const failure = await failureOf(run(["no-such-program-anywhere"]));
      expect(failure).toMatchObject({
        code: "program-missing",
        details: { program: "no-such-program-anywhere" },
      });
    });

    test("a file that cannot be executed and an argument with a NUL are errors too", async () => {
      const folder = createTestFolder();
      writeFileSync(join(folder, "notes.txt"), "hello");
      const command: RunRequest["command"] = [join(folder, "notes.txt")];
      expect(await failureOf(run(command, { cwd: folder }))).toMatchObject({ code: "program-unusable" });
      expect(await failureOf(run(["echo", "a\0b"]))).toMatchObject({ code: "program-unusable" });
    });

    test("a missing folder is named", async () => {
      const failure = await failureOf(run(["true"], { cwd: "/no/such/folder" }));
      expect(failure).toMatchObject({ code: "file-missing", details: { path: "/no/such/folder" } });
    });
  });

  describe(`${name}: inputs`, () => {
    test("arguments are not interpreted by a shell", async () => {
      const words = [
        "$HOME",
        "`id`",
        "$(id)",
        "a;b",
        "*",
        "a b",
        "'",
        '"',
        "\\",
        "-n",
        "",
        "é\n🙂",
        "&&",
        ">x",
      ];
      const { stdout } = await run(["printf", "%s|", ...words]);
      expect(stdout).toBe(words.map((word) => `${word}|`).join(""));
    });

    test("the environment holds only what was given", async () => {
      process.env.SANDBOX_TEST_SECRET = "s3cret";
      onTestFinished(() => void delete process.env.SANDBOX_TEST_SECRET);
      const { stdout } = await run(["/usr/bin/env"], { environment: { PATH: "/usr/bin:/bin", A: "1 é\n2" } });
      const names = stdout.split("\n").filter((line) => line.includes("="));
      // `_` and `SHLVL` come from bash, where bash is the system shell.
      expect(names.filter((line) => !/^(PATH|A|PWD|HOME|TMPDIR|_|SHLVL)=/.test(line))).toEqual([]);
      expect(stdout).toContain("A=1 é\n2\n");
      expect(stdout).not.toContain("s3cret");
    });

    test("input is written and then closed, and is empty by default", async () => {
      expect((await run(["cat"], { stdin: "one é\ntwo" })).stdout).toBe("one é\ntwo");
      expect((await run(["cat"])).stdout).toBe("");
    });

    test("a program may ignore its input", async () => {
      const result = await shell("exec <&-; echo done", { stdin: "x".repeat(5_000_000) });
      expect(result).toMatchObject({ status: "exited", exitCode: 0, stdout: "done\n" });
    });
  });
}

async function failureOf(running: Promise<unknown>): Promise<unknown> {
  const failure = await running.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SkillError);
  return failure;
}
