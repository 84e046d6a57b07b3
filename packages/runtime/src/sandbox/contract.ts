import { getEventListeners } from "node:events";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { describe, expect, onTestFinished, test } from "vitest";
import type { RunRequest, RunResult, Sandbox } from "./sandbox.ts";

/** What every backend owes its callers. */
export function describeSandbox(name: string, create: () => Sandbox): void {
  const run = (command: RunRequest["command"], more: Partial<RunRequest> = {}): Promise<RunResult> =>
    create().run({ ...requestIn(more.cwd ?? createTestFolder()), command, ...more });
  const shell = (script: string, more: Partial<RunRequest> = {}): Promise<RunResult> =>
    run(["sh", "-c", script], more);

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

    test("a program that ends itself by a signal counts as shells count", async () => {
      expect(await shell("kill -KILL $$")).toMatchObject({ status: "killed", exitCode: 137 });
      expect(await shell("kill -TERM $$")).toMatchObject({ status: "killed", exitCode: 143 });
    });

    test("it runs in the folder it was given", async () => {
      const folder = createTestFolder();
      expect((await shell("pwd -P", { cwd: folder })).stdout).toBe(`${folder}\n`);
    });

    test("a program that is not there is an error, not a result", async () => {
      const failure = await failureOf(run(["no-such-program-anywhere"]));
      expect(failure).toMatchObject({
        code: "program-missing",
        details: { program: "no-such-program-anywhere" },
      });
    });

    test("a file that cannot be run, and an argument that no program can be given, are errors too", async () => {
      const folder = createTestFolder();
      writeFileSync(join(folder, "notes.txt"), "hello");
      const command: RunRequest["command"] = [join(folder, "notes.txt")];
      expect(await failureOf(run(command, { cwd: folder }))).toMatchObject({ code: "program-unusable" });
      expect(await failureOf(run(["echo", "a\0b"]))).toMatchObject({ code: "program-unusable" });
    });

    test("a folder that is not there is named", async () => {
      const failure = await failureOf(run(["true"], { cwd: "/no/such/folder" }));
      expect(failure).toMatchObject({ code: "file-missing", details: { path: "/no/such/folder" } });
    });
  });

  describe(`${name}: what goes in`, () => {
    test("no shell reads the arguments", async () => {
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

    test("the environment is what was given and nothing else", async () => {
      process.env.SANDBOX_TEST_SECRET = "s3cret";
      onTestFinished(() => void delete process.env.SANDBOX_TEST_SECRET);
      const { stdout } = await run(["/usr/bin/env"], { environment: { PATH: "/usr/bin:/bin", A: "1 é\n2" } });
      const names = stdout.split("\n").filter((line) => line.includes("="));
      // The last two are bash's own, where it is the system's shell and stands between.
      expect(names.filter((line) => !/^(PATH|A|PWD|HOME|TMPDIR|_|SHLVL)=/.test(line))).toEqual([]);
      expect(stdout).toContain("A=1 é\n2\n");
      expect(stdout).not.toContain("s3cret");
    });

    test("input is given and then closed, and there is none when none is given", async () => {
      expect((await run(["cat"], { stdin: "one é\ntwo" })).stdout).toBe("one é\ntwo");
      expect((await run(["cat"])).stdout).toBe("");
    });

    test("a program that does not read its input is none the worse for it", async () => {
      const result = await shell("exec <&-; echo done", { stdin: "x".repeat(5_000_000) });
      expect(result).toMatchObject({ status: "exited", exitCode: 0, stdout: "done\n" });
    });
  });

  describe(`${name}: input that comes bit by bit`, () => {
    test("is passed on as it comes, and then closed", async () => {
      async function* count(): AsyncGenerator<Uint8Array> {
        for (const word of ["one ", "two ", "é\n"]) yield Buffer.from(word);
      }
      expect((await run(["cat"], { stdin: count() })).stdout).toBe("one two é\n");
    });

    test("is let go of when the program has ended, however much there is", async () => {
      const endless = createEndlessInput();
      const result = await run(["head", "-c", "5"], { stdin: endless.input });
      expect(result).toMatchObject({ status: "exited", exitCode: 0, stdout: "xxxxx" });
      await expect.poll(endless.isReleased).toBe(true);
    });

    test("is not waited for when the program has ended", async () => {
      let release = (): void => {};
      const silence = new Promise<void>((resolve) => {
        release = resolve;
      });
      async function* wait(): AsyncGenerator<Uint8Array> {
        await silence;
        yield Buffer.from("too late");
      }
      expect(await run(["true"], { stdin: wait() })).toMatchObject({ status: "exited", exitCode: 0 });
      release();
    });

    test("does not keep a program alive whose time is up", async () => {
      const endless = createEndlessInput();
      const result = await shell("exec cat > /dev/null", { stdin: endless.input, timeoutMs: 300 });
      expect(result).toMatchObject({ status: "timed-out", exitCode: 143 });
      await expect.poll(endless.isReleased).toBe(true);
    });

    test("stops the program when it fails, and so does the run", async () => {
      async function* breakOff(): AsyncGenerator<Uint8Array> {
        yield Buffer.from("begun");
        throw new Error("no more input");
      }
      await expect(run(["sleep", "1000"], { stdin: breakOff() })).rejects.toThrow("no more input");
    });
  });

  describe(`${name}: output as it comes`, () => {
    test("is heard before the program ends, and is in the result as well", async () => {
      const cwd = createTestFolder();
      const heard: string[] = [];
      const result = await shell("echo out; until [ -e heard ]; do sleep 0.02; done; echo err >&2", {
        cwd,
        writable: [cwd],
        onOutput: (stream, bytes) => {
          heard.push(`${stream} ${Buffer.from(bytes).toString()}`);
          writeFileSync(join(cwd, "heard"), "");
        },
      });
      expect(heard).toEqual(["stdout out\n", "stderr err\n"]);
      expect(result).toMatchObject({ status: "exited", stdout: "out\n", stderr: "err\n" });
    });

    test("is heard to its end, whatever is kept of it", async () => {
      let bytes = 0;
      const onOutput: RunRequest["onOutput"] = (_stream, more) => {
        bytes += more.length;
      };
      const result = await shell("head -c 500000 /dev/zero", { outputBytes: 100_001, onOutput });
      expect(result).toMatchObject({ exitCode: 0, truncated: true });
      expect(bytes).toBe(500_000);
      expect(result.stdout.length).toBe(100_001);
    });

    test("comes no faster than it is heard, and is whole all the same", async () => {
      let [bytes, listening, most] = [0, 0, 0];
      const onOutput: RunRequest["onOutput"] = async (_stream, more) => {
        listening += 1;
        most = Math.max(most, listening);
        await new Promise((resolve) => setTimeout(resolve, 5));
        bytes += more.length;
        listening -= 1;
      };
      const result = await shell("head -c 1000000 /dev/zero", { outputBytes: 2_000_000, onOutput });
      expect(result).toMatchObject({ status: "exited", exitCode: 0, truncated: false });
      expect({ bytes, most }).toEqual({ bytes: 1_000_000, most: 1 });
    });

    test("stops the program when hearing it fails, and so does the run", async () => {
      const fail = (): never => {
        throw new Error("deaf");
      };
      const script = "while :; do echo x; done";
      await expect(shell(script, { onOutput: fail })).rejects.toThrow("deaf");
      await expect(shell(script, { onOutput: async () => fail() })).rejects.toThrow("deaf");
    });

    test("that nobody ever takes in ends with the program's time", async () => {
      const onOutput = (): Promise<void> => new Promise(() => {});
      const result = await shell("echo x; exec sleep 1000", { onOutput, timeoutMs: 300 });
      expect(result).toMatchObject({ status: "timed-out", stdout: "x\n" });
      const early = await shell("echo x", { onOutput, timeoutMs: 1000 });
      expect(early).toMatchObject({ status: "exited", stdout: "x\n" });
    });
  });

  describe(`${name}: bounds`, () => {
    test("output is cut at its bound and the program runs on", async () => {
      const result = await shell("head -c 3000000 /dev/zero | tr '\\0' x; echo tail >&2; exit 5", {
        outputBytes: 1000,
      });
      expect(result).toMatchObject({
        exitCode: 5,
        stdout: "x".repeat(1000),
        stderr: "tail\n",
        truncated: true,
      });
    });

    test("output that just fits is whole", async () => {
      expect(await shell("printf 12345", { outputBytes: 5 })).toMatchObject({
        stdout: "12345",
        truncated: false,
      });
    });

    test("bytes that are no UTF-8 become replacement characters, and the cut goes between characters", async () => {
      expect((await shell("printf 'a\\377b'")).stdout).toBe("a\ufffdb");
      expect((await shell("printf '\\357\\273\\277a'")).stdout).toBe("\ufeffa");
      expect((await shell("printf 'é🙂'", { outputBytes: 4 })).stdout).toBe("é");
    });

    test("a program that hangs is stopped when its time is up", async () => {
      const result = await shell("echo begun; exec sleep 1000", { timeoutMs: 300 });
      expect(result).toMatchObject({ status: "timed-out", exitCode: 143, stdout: "begun\n" });
      expect(result.durationMs).toBeGreaterThanOrEqual(299);
    });

    test("a program that will not be asked is killed", async () => {
      const result = await shell("trap '' TERM; while :; do sleep 1; done", { timeoutMs: 300 });
      expect(result).toMatchObject({ status: "timed-out", exitCode: 137 });
    });

    test("a program that ends well when it is asked to has timed out all the same", async () => {
      const result = await shell("trap 'exit 0' TERM; while :; do sleep 0.05; done", { timeoutMs: 300 });
      expect(result).toMatchObject({ status: "timed-out", exitCode: 0 });
    });

    test("a wait that no timer can hold is a long wait, not none", async () => {
      expect(await shell("echo x", { timeoutMs: 1e12 })).toMatchObject({ status: "exited", stdout: "x\n" });
    });
  });

  describe(`${name}: what a program starts ends with it`, () => {
    const stubborn = "(trap '' TERM; while :; do sleep 0.05; echo beat >> heart; done)";

    test("a child that outlives its parent", async () => {
      const cwd = createTestFolder();
      const result = await shell(
        `${stubborn} >/dev/null 2>&1 & until [ -s heart ]; do :; done; echo parent`,
        {
          cwd,
          writable: [cwd],
        },
      );
      expect(result).toMatchObject({ status: "exited", exitCode: 0, stdout: "parent\n" });
      await expectSilence(join(cwd, "heart"));
    });

    test("a child that holds on to the output", async () => {
      const result = await shell("sleep 1000 & echo parent");
      expect(result).toMatchObject({ status: "exited", stdout: "parent\n" });
    });

    test("a grandchild that ignores being asked, when time is up", async () => {
      const cwd = createTestFolder();
      const result = await shell(`sh -c "${stubborn} & wait" & wait`, {
        cwd,
        writable: [cwd],
        timeoutMs: 500,
      });
      expect(result).toMatchObject({ status: "timed-out", exitCode: 143 });
      await expectSilence(join(cwd, "heart"));
    });
  });

  describe(`${name}: a caller that loses interest`, () => {
    test("stops a program that is about to start, and one that has been running", async () => {
      const early = new AbortController();
      const starting = shell("exec sleep 1000", { signal: early.signal });
      early.abort();
      expect(await starting).toMatchObject({ status: "aborted", exitCode: 143 });
      const cwd = createTestFolder();
      const late = new AbortController();
      const running = shell("touch begun; exec sleep 1000", { cwd, writable: [cwd], signal: late.signal });
      await expect.poll(() => existsSync(join(cwd, "begun")), { timeout: 10_000 }).toBe(true);
      late.abort();
      expect(await running).toMatchObject({ status: "aborted", exitCode: 143 });
    });

    test("is not heard any more after the end", async () => {
      const { signal } = new AbortController();
      await shell("true", { signal });
      expect(getEventListeners(signal, "abort")).toEqual([]);
    });

    test("before it began has started nothing, not even to find that there is no such program", async () => {
      const result = await run(["no-such-program-anywhere"], { signal: AbortSignal.abort() });
      expect(result).toMatchObject({ status: "aborted", stdout: "", stderr: "" });
    });

    test("too late changes nothing", async () => {
      const controller = new AbortController();
      const result = await shell("echo x", { signal: controller.signal });
      controller.abort();
      expect(result).toMatchObject({ status: "exited", exitCode: 0 });
    });
  });
}

/** A folder of its own for one test, links resolved. */
export function createTestFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-run-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function requestIn(folder: string): RunRequest {
  return {
    command: ["true"],
    cwd: folder,
    environment: { PATH: "/usr/local/bin:/usr/bin:/bin" },
    timeoutMs: 30_000,
    outputBytes: 100_000,
    readable: [folder],
    writable: [],
    network: "none",
  };
}

/** Input without end, and whether its reader has let go of it. */
function createEndlessInput(): { readonly input: AsyncIterable<Uint8Array>; isReleased(): boolean } {
  let released = false;
  async function* flow(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(10_000, "x");
    } finally {
      released = true;
    }
  }
  return { input: flow(), isReleased: () => released };
}

async function failureOf(running: Promise<unknown>): Promise<unknown> {
  const failure = await running.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SkillError);
  return failure;
}

/** Waiting is the only way to see that nothing happens: twenty times as long as the writer's pause. */
async function expectSilence(file: string): Promise<void> {
  const before = readFileSync(file, "utf8");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(readFileSync(file, "utf8")).toBe(before);
}
