import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

// The command ships as a few files instead of two hundred: Node then starts it in half the time.
const cli = fileURLToPath(new URL("../packages/cli", import.meta.url));
rmSync(`${cli}/dist`, { recursive: true, force: true });
await bundleCommand("start", { format: "esm", chunkFileNames: "[name]-[hash].js" });
// Agents wait for their hook before every call, so the guard is a separate bundle. As CommonJS it starts a sixth faster: `require`
// of Node's own modules does not enumerate their exports.
await bundleCommand("start-guard", {
  format: "cjs",
  entryFileNames: "[name].cjs",
  chunkFileNames: "guard-[name]-[hash].cjs",
  // What every hook loads is one file; opening more takes time.
  codeSplitting: { groups: [{ name: "base", tags: ["$initial"] }] },
});

async function bundleCommand(name, output) {
  const bundle = await rolldown({
    input: { [name]: `${cli}/src/${name}.ts` },
    platform: "node",
    // Commands load modules lazily that other, also lazily loaded modules import statically.
    checks: { ineffectiveDynamicImport: false },
    // Optional and large, with programs beside it: loaded from where it is installed when a sandbox is opened.
    external: ["@anthropic-ai/sandbox-runtime"],
    resolve: {
      conditionNames: ["@skillwright/source", "import", "default"],
      alias: {
        // The module builds can be tree-shaken. Node would take one CommonJS block, and one that hides its imports from a bundler.
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
