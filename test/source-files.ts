import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type SourceFile = { readonly path: string; readonly text: string };

export const root: string = fileURLToPath(new URL("..", import.meta.url));

/** The product's TypeScript sources, without tests and test kits. */
export function sourceFiles(packageName: string): readonly SourceFile[] {
  const folder = `packages/${packageName}/src`;
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter(
      (path) =>
        /\.tsx?$/.test(path) && !/\.test\.tsx?$|(?:^|\/)(?:contract|findings-of|test-[\w-]+)\.ts$/.test(path),
    )
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(`${root}${folder}/${path}`, "utf8") }));
}

/** Modules a file imports, types included. */
export function importsOf({ text }: SourceFile): readonly string[] {
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)"([^"]+)"/gm)].map(
    (match) => match[1] ?? "",
  );
}
