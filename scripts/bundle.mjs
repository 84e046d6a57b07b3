import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

// The command ships as a few files instead of two hundred: Node then starts it in half the time.
const cli = fileURLToPath(new URL("../packages/cli", import.meta.url));
rmSync(`${cli}/dist`, { recursive: true, force: true });
await bundleCommand("start", { format: "esm", chunkFileNames: "[name]-[hash].js" });
// Agents wait for their hook before every call, so it is a file of its own that shares nothing with the other commands. As
// CommonJS it starts in a sixth less: `require` of Node's own modules does not go through all that they export.
await bundleCommand("start-guard", {
  format: "cjs",
  entryFileNames: "[name].cjs",
  chunkFileNames: "guard-[name]-[hash].cjs",
});

async function bundleCommand(name, output) {
  const bundle = await rolldown({
    input: { [name]: `${cli}/src/${name}.ts` },
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
    ...output,
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
}
