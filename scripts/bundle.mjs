import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
// The frontmatter of nearly every skill is read without the library.
await bundle(
  { input: { "yaml-library": moduleBuilds.yaml } },
  { format: "cjs", entryFileNames: "[name].cjs" },
);
/** Remembered scans are of the same rules and scanner; a digest of all that they are made of cannot be forgotten to be raised. */
const scanVersion = {
  name: "scan-version",
  load: (id) => {
    if (id !== `${cli}/src/scan-version.ts`) return undefined;
    const hash = createHash("sha256").update(readFileSync(new URL("../package-lock.json", import.meta.url)));
    const core = fileURLToPath(new URL("../packages/core/src", import.meta.url));
    const files = readdirSync(core, { recursive: true }).filter((file) => /(?<!\.test)\.ts$/.test(file));
    for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(`${core}/${file}`));
    return `export const scanVersion = ${JSON.stringify(hash.digest("hex"))};`;
  },
};
/**
 * An import of one of Node's own modules asks for all that it exports, some of which is created only then: `node:util` alone takes a third
 * of the time of a command that checks one skill.
 */
const builtinsAsTheyAre = {
  name: "builtins-as-they-are",
  renderChunk: (code) => {
    const names = (list) => list.replaceAll(/(\b[\w$]+) as ([\w$]+)/g, "$1: $2");
    return code
      .replaceAll(
        /^import (\{[^}"]*\}) from "(node:[\w/]+)";$/gm,
        (_, list, name) => `const ${names(list)} = process.getBuiltinModule("${name}");`,
      )
      .replaceAll(
        /^import (?:\* as )?([\w$]+) from "(node:[\w/]+)";$/gm,
        (_, local, name) => `const ${local} = process.getBuiltinModule("${name}");`,
      );
  },
};
await bundle(
  {
    input: { start: `${cli}/src/start.ts`, "security-rules": "security-rules" },
    resolve: { alias: { "jsonc-parser": moduleBuilds["jsonc-parser"], ...requiredBuilds } },
    preserveEntrySignatures: "allow-extension",
    plugins: [await yamlOnDemand(), await securityOnDemand(), scanVersion, builtinsAsTheyAre],
  },
  {
    format: "esm",
    chunkFileNames: "[name]-[hash].js",
    // What most commands share is one file: opening dozens of small ones takes as long as all of their code.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          name: "base",
          minShareCount: 40,
          test: /[\\/]packages[\\/](?:core|cli)[\\/]src[\\/](?!check[\\/]|scan[\\/])/,
        },
      ],
    },
  },
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
  await bundle(
    {
      input: { "start-guard": `${cli}/src/start-guard.ts` },
      resolve: { alias: { "jsonc-parser": moduleBuilds["jsonc-parser"] } },
      preserveEntrySignatures: "allow-extension",
      plugins: [await yamlOnDemand(), scanVersion],
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

/** Loads the library when it is first used. */
async function yamlOnDemand() {
  const library = "./yaml-library.cjs";
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

/**
 * Security rules are most of all code about rules, and only scans run them. What they are called and say stays in the list of rules; what
 * they do is loaded with the first check that they are part of, in one step as checks are synchronous.
 */
async function securityOnDemand() {
  const { rules } = await import("../packages/core/src/check/rules.ts");
  const folder = fileURLToPath(new URL("../packages/core/src/check/rules", import.meta.url));
  const security = rules.filter(({ category, aboutCheck }) => category === "security" && !aboutCheck);
  const fileOf = (id) => `${folder}/${id}/index.ts`;
  const suffix = "?on-demand";
  return {
    name: "security-on-demand",
    resolveId: (id, importer) => {
      if (id === "security-rules") return id;
      if (importer !== `${folder}.ts`) return undefined;
      const rule = security.find((one) => id === `./rules/${one.id}/index.ts`);
      return rule && `${fileOf(rule.id)}${suffix}`;
    },
    load: (id) => {
      if (id === "security-rules")
        return security
          .map((rule, index) => `export { rule as rule${index} } from ${JSON.stringify(fileOf(rule.id))};`)
          .join("\n");
      const index = security.findIndex((rule) => id === `${fileOf(rule.id)}${suffix}`);
      if (index === -1) return undefined;
      const { create, ...said } = security[index];
      const code = `const load = process.getBuiltinModule("node:module").createRequire(import.meta.url);
export const rule = { ...${JSON.stringify(said)}, create: () => load("./security-rules.js").rule${index}.create() };`;
      return { code, moduleType: "js" };
    },
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
