import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// The compiler leaves the output of removed and renamed files behind, and `npm pack` would publish it.
const packages = fileURLToPath(new URL("../packages", import.meta.url));
for (const name of readdirSync(packages)) {
  const dist = join(packages, name, "dist");
  // The command is one bundle, which replaces its own folder.
  if (name === "cli" || !existsSync(dist)) continue;
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const source = /^(.*?)\.(?:js|d\.ts)$/.exec(file)?.[1];
    if (source !== undefined && !existsSync(join(packages, name, "src", `${source}.ts`)))
      rmSync(join(dist, file));
  }
  removeEmptyFolders(dist);
}

function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (readdirSync(folder).length === 0 && dirname(folder) !== packages) rmSync(folder, { recursive: true });
}
