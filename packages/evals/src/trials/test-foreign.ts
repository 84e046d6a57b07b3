import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";

/** A folder outside that must not be touched, and its content. */
export type ForeignFolder = {
  readonly path: string;
  /** Paths and contents of all files, to prove that links did not change them. */
  content(): Readonly<Record<string, string>>;
};

export function createForeign(files: Readonly<Record<string, string>> = {}): ForeignFolder {
  const path = createTestFolder();
  for (const [file, text] of Object.entries({ "keep.txt": "precious", ...files })) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  const content = (): Readonly<Record<string, string>> => {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      entries.map((entry) => {
        const file = join(entry.parentPath, entry.name);
        return [file, entry.isDirectory() ? "" : readFileSync(file, "utf8")];
      }),
    );
  };
  return { path, content };
}

/** Makes a link, and the folders above it. */
export function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
