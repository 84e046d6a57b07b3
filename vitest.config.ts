import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const conditions = ["@skillwright/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["packages/*/src/**/*.test.{ts,tsx}", "test/**/*.test.ts", "examples/**/*.test.ts"],
    testTimeout: 60_000,
    isolate: false,
    // Many tests wait for processes that they started, so one worker more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    globalSetup: "test/build-command.ts",
  },
});
