import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Writes every generated file; with `--check`, writes nothing and fails if one is out of date.
 * The list of rules comes first, because the other generators load it.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const checking = process.argv.includes("--check");
const outdated = [];

await generate(async () => (await import("./generate-rules.mjs")).generateRules());
await generate(async () => (await import("./generate-docs.mjs")).generateDocs());
await generate(async () => (await import("./generate-schemas.mjs")).generateSchemas());
await generate(async () => (await import("./generate-picture.mjs")).generatePicture());

if (checking && outdated.length > 0) {
  console.error(`Out of date: ${outdated.join(", ")}. Run \`npm run generate\` and commit the result.`);
  process.exitCode = 1;
}

async function generate(make) {
  for (const { path, content } of await make()) {
    if (read(path) === content) continue;
    outdated.push(path);
    if (checking) continue;
    mkdirSync(dirname(root + path), { recursive: true });
    writeFileSync(root + path, content);
    console.log(`wrote ${path}`);
  }
}

function read(path) {
  try {
    return readFileSync(root + path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
