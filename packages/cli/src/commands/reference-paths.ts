import type { FileSystem } from "@skillwright/core/discover";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";

/** Formats a path like Python's `pathlib`: no leading `./`, no doubled or trailing slashes. */
export function toPythonPath(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const root = path.startsWith("/") ? "/" : "";
  return root + parts.join("/") || ".";
}

/** The directory that the reference tool would use: a SKILL.md's parent, otherwise the path itself. */
export function skillPathOf(fs: FileSystem, path: string): string {
  const normal = toPythonPath(path);
  const slash = normal.lastIndexOf("/");
  if (fs.stat(path)?.kind !== "file" || normal.slice(slash + 1).toLowerCase() !== "skill.md") return normal;
  return slash === -1 ? "." : normal.slice(0, Math.max(1, slash));
}

type ClickUsage = { readonly command: string; readonly argument: string; readonly error: string };

/** Reports wrong usage in the format of the reference tool's argument parser. */
export async function printClickUsage({ command, argument, error }: ClickUsage, io: Io): Promise<number> {
  const name = `skillwright ${command}`;
  await io.err(`Usage: ${name} [OPTIONS] ${argument}\nTry '${name} --help' for help.\n\nError: ${error}\n`);
  return exitCode.usage;
}
