import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

// The command ships as a few files instead of two hundred: Node then starts it in half the time.
const cli = fileURLToPath(new URL("../packages/cli", import.meta.url));
rmSync(`${cli}/dist`, { recursive: true, force: true });
const bundle = await rolldown({
  input: { start: `${cli}/src/start.ts` },
  platform: "node",
  // Optional, large, and with programs of its own beside it: loaded where it is installed, when a sandbox is opened.
  external: ["@anthropic-ai/sandbox-runtime"],
  resolve: {
    conditionNames: ["@skillwright/source", "import", "default"],
    // The library's module build leaves out what is not used; its Node build is one CommonJS block.
    alias: { yaml: fileURLToPath(new URL("../node_modules/yaml/browser/dist/index.js", import.meta.url)) },
  },
});
await bundle.write({
  dir: `${cli}/dist`,
  format: "esm",
  chunkFileNames: "[name]-[hash].js",
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
});
await bundle.close();
