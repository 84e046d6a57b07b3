import { defineConfig } from "vitest/config";

const conditions = ["@skillwright/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    testTimeout: 60_000,
    isolate: false,
    globalSetup: "test/build-command.ts",
  },
});
