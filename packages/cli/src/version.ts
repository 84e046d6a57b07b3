import { readFileSync } from "node:fs";

/** The version in package.json, one level above both sources and build. */
export function readVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const isManifest = typeof parsed === "object" && parsed !== null && "version" in parsed;
  return isManifest ? String(parsed.version) : "0.0.0";
}
