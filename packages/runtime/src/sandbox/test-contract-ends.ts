import { getEventListeners } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTestFolder, type Runs } from "./test-contract-runs.ts";

/** How programs end, whether they want to or not. */
export function describeEnds(name: string, { run, shell }: Runs): void {
  describe(`${name}: limits`, () => {
    test("output is cut at its limit and the program keeps running", async () => {
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

    test("invalid UTF-8 becomes replacement characters, and output is cut between characters", async () => {
      expect((await shell("printf 'a\\377b'")).stdout).toBe("a\ufffdb");
      expect((await shell("printf '\\357\\273\\277a'")).stdout).toBe("\ufeffa");
      expect((await shell("printf 'é🙂'", { outputBytes: 4 })).stdout).toBe("é");
    });

    test("a program that hangs is stopped at its timeout", async () => {
      const result = await shell("echo begun; exec sleep 1000", { timeoutMs: 300 });
      expect(result).toMatchObject({ status: "timed-out", exitCode: 143, stdout: "begun\n" });
      expect(result.durationMs).toBeGreaterThanOrEqual(299);
    });

    test("a program that ignores SIGTERM is killed", async () => {
      const result = await shell("trap '' TERM; while :; do sleep 1; done", { timeoutMs: 300 });
      expect(result).toMatchObject({ status: "timed-out", exitCode: 137 });
    });

    test("a program that exits cleanly on SIGTERM still counts as timed out", async () => {
      const result = await shell("trap 'exit 0' TERM; while :; do sleep 0.05; done", { timeoutMs: 300 });
      expect(result).toMatchObject({ status: "timed-out", exitCode: 0 });
    });

    test("a timeout too long for a timer is a long wait, not an immediate one", async () => {
      expect(await shell("echo x", { timeoutMs: 1e12 })).toMatchObject({ status: "exited", stdout: "x\n" });
    });
  });

  describe(`${name}: child processes end with the program`, () => {
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

    test("a grandchild that ignores SIGTERM, on timeout", async () => {
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

  describe(`${name}: aborting`, () => {
    test("stops a program that is about to start and one that is running", async () => {
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

    test("leaves no listener on the signal after the end", async () => {
      const { signal } = new AbortController();
      await shell("true", { signal });
      expect(getEventListeners(signal, "abort")).toEqual([]);
    });

    test("before the start runs nothing, not even the search for the program", async () => {
      const result = await run(["no-such-program-anywhere"], { signal: AbortSignal.abort() });
      expect(result).toMatchObject({ status: "aborted", stdout: "", stderr: "" });
    });

    test("after the end changes nothing", async () => {
      const controller = new AbortController();
      const result = await shell("echo x", { signal: controller.signal });
      controller.abort();
      expect(result).toMatchObject({ status: "exited", exitCode: 0 });
    });
  });
}

/** The only way to see that nothing happens: wait twenty times as long as the writer's pause. */
async function expectSilence(file: string): Promise<void> {
  const before = readFileSync(file, "utf8");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(readFileSync(file, "utf8")).toBe(before);
}
