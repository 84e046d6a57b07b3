import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
export const webFolder = `${root}packages/hub/web`;

/** Builds the dashboard into the hub's package, unless nothing has changed since the last time. */
export async function buildWeb() {
  const inputs = digestInputs();
  const stamp = `${webFolder}/.inputs`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === inputs) return;
  // Tests build too, and their environment would bring the development version of React.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  await build({ configFile: `${root}packages/web/vite.config.ts`, mode: "production" });
  if (before === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = before;
  await compressAssets(`${webFolder}/assets`);
  writeFileSync(stamp, inputs);
}

/** Sources, settings and the exact versions of what they import. */
function digestInputs() {
  const hash = createHash("sha256");
  const folders = ["packages/web/src", "packages/core/src"];
  const files = folders.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  );
  const settings = ["packages/web/index.html", "packages/web/vite.config.ts", "packages/web/package.json"];
  const others = [...settings, "package-lock.json", "scripts/build-web.mjs"].map((file) => root + file);
  for (const file of [...files.sort(), ...others])
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

/** The hub sends these to clients that take them, so nothing is compressed while it serves. */
async function compressAssets(folder) {
  const names = readdirSync(folder).filter((name) => /\.(?:js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(`${folder}/${name}`);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      writeFileSync(`${folder}/${name}.br`, await promisify(brotliCompress)(bytes, { params }));
      writeFileSync(`${folder}/${name}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
