import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The version in package.json, one level above both sources and build. */
export function readVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const isManifest = typeof parsed === "object" && parsed !== null && "version" in parsed;
  return isManifest ? String(parsed.version) : "0.0.0";
}

/** The folder of bundled skills, one level above both sources and build. */
export function bundledSkills(): string {
  return fileURLToPath(new URL("../skills", import.meta.url));
}
