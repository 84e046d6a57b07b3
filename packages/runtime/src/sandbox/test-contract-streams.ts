import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RunRequest } from "./sandbox.ts";
import { createTestFolder, type Runs } from "./test-contract-runs.ts";

/** Input and output of a running program. */
export function describeStreams(name: string, { run, shell }: Runs): void {
  describe(`${name}: streamed input`, () => {
    test("is passed on as it arrives, and then closed", async () => {
      async function* count(): AsyncGenerator<Uint8Array> {
        for (const word of ["one ", "two ", "é\n"]) yield Buffer.from(word);
      }
      expect((await run(["cat"], { stdin: count() })).stdout).toBe("one two é\n");
    });

    test("is released when the program ends, however much is left", async () => {
      const endless = createEndlessInput();
      const result = await run(["head", "-c", "5"], { stdin: endless.input });
      expect(result).toMatchObject({ status: "exited", exitCode: 0, stdout: "xxxxx" });
      await expect.poll(endless.isReleased).toBe(true);
    });

    test("is not awaited after the program ends", async () => {
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

    test("does not keep a program alive past its timeout", async () => {
      const endless = createEndlessInput();
      const result = await shell("exec cat > /dev/null", { stdin: endless.input, timeoutMs: 300 });
      expect(result).toMatchObject({ status: "timed-out", exitCode: 143 });
      await expect.poll(endless.isReleased).toBe(true);
    });

    test("stops the program and rejects when the input fails", async () => {
      async function* breakOff(): AsyncGenerator<Uint8Array> {
        yield Buffer.from("begun");
        throw new Error("no more input");
      }
      await expect(run(["sleep", "1000"], { stdin: breakOff() })).rejects.toThrow("no more input");
    });
  });

  describe(`${name}: streamed output`, () => {
    test("reaches the listener before the program ends, and is in the result too", async () => {
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

    test("reaches the listener completely, however much is kept", async () => {
      let bytes = 0;
      const onOutput: RunRequest["onOutput"] = (_stream, more) => {
        bytes += more.length;
      };
      const result = await shell("head -c 500000 /dev/zero", { outputBytes: 100_001, onOutput });
      expect(result).toMatchObject({ exitCode: 0, truncated: true });
      expect(bytes).toBe(500_000);
      expect(result.stdout.length).toBe(100_001);
    });

    test("arrives no faster than the listener processes it, and is complete", async () => {
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

    test("stops the program and rejects when the listener fails", async () => {
      const fail = (): never => {
        throw new Error("deaf");
      };
      const script = "while :; do echo x; done";
      await expect(shell(script, { onOutput: fail })).rejects.toThrow("deaf");
      await expect(shell(script, { onOutput: async () => fail() })).rejects.toThrow("deaf");
    });

    test("that a listener never finishes with ends at the program's timeout", async () => {
      const onOutput = (): Promise<void> => new Promise(() => {});
      const result = await shell("echo x; exec sleep 1000", { onOutput, timeoutMs: 300 });
      expect(result).toMatchObject({ status: "timed-out", stdout: "x\n" });
      const early = await shell("echo x", { onOutput, timeoutMs: 1000 });
      expect(early).toMatchObject({ status: "exited", stdout: "x\n" });
    });
  });
}

/** Endless input, and whether its reader has released it. */
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
