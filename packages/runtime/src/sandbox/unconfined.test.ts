import { expect, test } from "vitest";
import { describeSandbox } from "./contract.ts";
import { createTestFolder } from "./test-contract-runs.ts";
import { createUnconfinedSandbox } from "./unconfined.ts";

describeSandbox("unconfined", createUnconfinedSandbox);

test("it says what it is", () => {
  expect(createUnconfinedSandbox()).toMatchObject({ name: "none", confines: false });
});

test("a process that leaves its group keeps its output open, and nobody waits for it", async () => {
  const folder = createTestFolder();
  const result = await createUnconfinedSandbox().run({
    command: ["sh", "-c", "setsid sleep 20 & echo gone; sleep 0.2"],
    cwd: folder,
    environment: { PATH: "/usr/bin:/bin" },
    timeoutMs: 15_000,
    outputBytes: 1000,
    readable: [],
    writable: [],
    network: "none",
  });
  expect(result).toMatchObject({ status: "exited", exitCode: 0, stdout: "gone\n" });
  expect(result.durationMs).toBeLessThan(15_000);
});
