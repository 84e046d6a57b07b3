import { formatError, SkillError } from "@skillwright/core";
import { type FileSystem, resolveInside } from "@skillwright/core/discover";
import { decodeUtf8, printable } from "@skillwright/core/text";
import type { TestFileProblem } from "./case.ts";
import { testingLimits } from "./limits.ts";

/** The test files of a skill, by their paths in it. Follows links only within the skill. */
export type SuiteFiles = {
  /** Sorted names; empty when the folder does not exist. */
  list(folder: string): { readonly names: readonly string[] } | Problem;
  read(file: string): { readonly text: string } | Problem;
  /** Whether a file or folder exists; false for pipes, devices and links that lead out. */
  has(path: string): boolean;
  hasFile(path: string): boolean;
};

type Problem = { readonly problem: TestFileProblem };

export function openSuiteFiles(fs: FileSystem, directory: string): SuiteFiles {
  const at = (path: string): string => `${directory}/${path}`;
  const resolve = (path: string, kind: "file" | "directory"): string | Problem => {
    const real = resolveInside(fs, directory, at(path));
    if (real === undefined)
      return {
        problem: problemAtTop(path, "This is a link whose target is not a file or folder of the skill."),
      };
    if (fs.stat(real)?.kind === kind) return real;
    return { problem: problemAtTop(path, `Expected a ${kind === "file" ? "file" : "folder"} here.`) };
  };
  // Lists the parent, so that a broken link is reported instead of taken for "no tests".
  const isListed = (folder: string): boolean => {
    const [, parent = ".", name] = /^(?:(.*)\/)?([^/]+)$/.exec(folder) ?? [];
    return fs.stat(at(parent))?.kind === "directory" && fs.list(at(parent)).some((one) => one.name === name);
  };
  const kindOf = (path: string): string => {
    const kind = attempt(path, () => {
      const real = resolveInside(fs, directory, at(path));
      return real === undefined ? undefined : fs.stat(real)?.kind;
    });
    return typeof kind === "string" ? kind : "nothing";
  };
  return {
    list: (folder) =>
      attempt(folder, () => {
        if (!isListed(folder)) return { names: [] };
        const real = resolve(folder, "directory");
        return typeof real === "string" ? { names: fs.list(real).map(({ name }) => name) } : real;
      }),
    read: (file) =>
      attempt(file, () => {
        const real = resolve(file, "file");
        if (typeof real !== "string") return real;
        return readText(file, fs.read(real, testingLimits.testFileBytes + 1).bytes);
      }),
    has: (path) => ["file", "directory"].includes(kindOf(path)),
    hasFile: (path) => kindOf(path) === "file",
  };
}

/** A problem of the whole file. */
export function problemAtTop(file: string, message: string): TestFileProblem {
  const top = { line: 1, column: 1 };
  return { file, range: { start: top, end: top }, message };
}

function readText(file: string, bytes: Uint8Array): { readonly text: string } | Problem {
  if (bytes.length > testingLimits.testFileBytes)
    return { problem: problemAtTop(file, `The file has more than ${testingLimits.testFileBytes} bytes.`) };
  const text = decodeUtf8(bytes);
  return text === undefined ? { problem: problemAtTop(file, "The file is not UTF-8 text.") } : { text };
}

function attempt<Value>(file: string, act: () => Value): Value | Problem {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return { problem: problemAtTop(file, printable(formatError(error))) };
  }
}
