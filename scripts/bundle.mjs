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
      alias: {
        // The module builds of these two leave out what is not used. The builds that Node would take are one CommonJS block, and
        // one that hides from a bundler what it loads.
        yaml: moduleFile("yaml/browser/dist/index.js"),
        "jsonc-parser": moduleFile("jsonc-parser/lib/esm/main.js"),
      },
    },
  });
  await bundle.write({
    dir: `${cli}/dist`,
    ...output,
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
}

function moduleFile(path) {
  return fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
}
