import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

// The command ships as a few files instead of two hundred: Node then starts it in half the time.
const cli = fileURLToPath(new URL("../packages/cli", import.meta.url));
rmSync(`${cli}/dist`, { recursive: true, force: true });
const bundle = await rolldown({
  input: { start: `${cli}/src/start.ts` },
  platform: "node",
  resolve: { conditionNames: ["@skillwright/source", "node", "import"] },
});
await bundle.write({ dir: `${cli}/dist`, format: "esm", chunkFileNames: "[name]-[hash].js", minify: "dce-only" });
await bundle.close();
