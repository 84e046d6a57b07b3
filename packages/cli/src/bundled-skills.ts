import { fileURLToPath } from "node:url";

/** The folder of bundled skills, one level above both sources and build. */
export function bundledSkills(): string {
  return fileURLToPath(new URL("../skills", import.meta.url));
}
