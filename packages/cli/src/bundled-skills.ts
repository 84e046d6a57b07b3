import { fileURLToPath } from "node:url";

/** The folder of the skills that come with the command; it sits one folder above both the sources and the build. */
export function bundledSkills(): string {
  return fileURLToPath(new URL("../skills", import.meta.url));
}
