import { defineConfig } from "vitest/config";

const conditions = ["@skillwright/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: { include: ["*.test.ts"], testTimeout: 300_000 },
});
