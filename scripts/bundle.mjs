import { createHash } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { buildWeb, webFolder } from "./build-web.mjs";

// The command ships as a few files instead of two hundred: Node then starts it in half the time.
const cli = fileURLToPath(new URL("../packages/cli", import.meta.url));
// The module builds can be tree-shaken. Node would take one CommonJS block, and one that hides its imports from a bundler.
const moduleBuilds = {
  yaml: moduleFile("yaml/browser/dist/index.js"),
  "jsonc-parser": moduleFile("jsonc-parser/lib/esm/main.js"),
};
// The PostgreSQL client requires these as CommonJS; their module builds are objects with a default export.
const requiredBuilds = {
  "pg-pool": moduleFile("pg-pool/index.js"),
  "pg-protocol": moduleFile("pg-protocol/dist/index.js"),
  "pg-connection-string": moduleFile("pg-connection-string/index.js"),
};
rmSync(`${cli}/dist`, { recursive: true, force: true });
await bundle(
  { input: { start: `${cli}/src/start.ts` }, resolve: { alias: { ...moduleBuilds, ...requiredBuilds } } },
  { format: "esm", chunkFileNames: "[name]-[hash].js" },
);
await bundleGuard();
// The command contains the hub, so it brings the dashboard along.
await buildWeb();
cpSync(webFolder, `${cli}/dist/web`, { recursive: true });

/**
 * Agents wait for their hook before every call, so the guard is a separate bundle. As CommonJS it starts a sixth faster: `require`
 * of Node's own modules does not enumerate their exports.
 */
async function bundleGuard() {
  const isOfScan = /\/core\/src\/(?:check|scan)\//;
  const format = { format: "cjs", entryFileNames: "[name].cjs", charset: "ascii" };
  await bundle({ input: { "guard-yaml": moduleBuilds.yaml } }, format);
  await bundle(
    {
      input: { "start-guard": `${cli}/src/start-guard.ts` },
      resolve: { alias: { "jsonc-parser": moduleBuilds["jsonc-parser"] } },
      preserveEntrySignatures: "allow-extension",
      plugins: [await yamlOnDemand()],
    },
    {
      ...format,
      chunkFileNames: "guard-[name]-[hash].cjs",
      // What every hook loads is one file; opening more takes time. Only a policy on verdicts needs the rules and the scanner.
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: "base", tags: ["$initial"], test: (id) => !isOfScan.test(id) }],
      },
    },
  );
  // A function to call, as bin/skillwright.mjs compiles it itself, after a digest by which that finds the compiled code.
  const file = `${cli}/dist/start-guard.cjs`;
  const code = readFileSync(file, "utf8");
  const digest = createHash("sha256").update(code).digest("hex");
  writeFileSync(file, `/*${digest}*/(function(exports,require,module){${code}\n})`);
}

/** The frontmatter of nearly every skill is read without the library, so a hook loads it when it is first used. */
async function yamlOnDemand() {
  const library = "./guard-yaml.cjs";
  const parts = Object.keys(await import(moduleBuilds.yaml)).map(
    (name) => `get ${name}() { return require("${library}").${name}; }`,
  );
  return {
    name: "yaml-on-demand",
    resolveId: (id) => {
      if (id === library) return { id, external: "relative" };
      return id === "yaml" ? "yaml-on-demand.cjs" : undefined;
    },
    load: (id) => (id === "yaml-on-demand.cjs" ? `module.exports = { ${parts.join(", ")} };` : undefined),
  };
}

async function bundle(input, output) {
  const bundle = await rolldown({
    platform: "node",
    // Commands load modules lazily that other, also lazily loaded modules import statically.
    checks: { ineffectiveDynamicImport: false },
    // Optional and large, with programs beside it: loaded from where it is installed when a sandbox is opened.
    external: ["@anthropic-ai/sandbox-runtime"],
    ...input,
    resolve: { conditionNames: ["@skillwright/source", "import", "default"], ...input.resolve },
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
