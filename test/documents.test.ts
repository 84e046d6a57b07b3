import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

const documents = [
  "README.md",
  "AGENTS.md",
  "CONTRIBUTING.md",
  "REVIEW.md",
  "SECURITY.md",
  "examples/README.md",
  ...markdownIn("docs"),
];

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `${folder}/${path}`);
}

test.each(documents)("the links in %s lead somewhere", (path) => {
  const text = readFileSync(join(root, path), "utf8").replace(/```[\s\S]*?```/g, "");
  for (const [, href = ""] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
    if (/^https?:/.test(href)) continue;
    expect(existsSync(join(root, dirname(path), href)), `${path} links to ${href}`).toBe(true);
  }
});

test("the map in AGENTS.md names every folder of every package, and no other", () => {
  const lines = readFileSync(join(root, "AGENTS.md"), "utf8").split("\n");
  const mapped: string[] = [];
  let base = "";
  for (const line of lines) {
    const top = /^(packages\/\w+\/src\/) /.exec(line)?.[1];
    if (top !== undefined) base = top;
    const inner = /^ {2}(\S+\/) /.exec(line)?.[1];
    if (inner !== undefined && base !== "") mapped.push(base + inner);
  }
  expect(mapped.sort()).toEqual(sourceFolders().sort());
});

function sourceFolders(): string[] {
  return readdirSync(join(root, "packages")).flatMap((name) => {
    const base = `packages/${name}/src/`;
    return readdirSync(join(root, base), { recursive: true, encoding: "utf8" })
      .filter(
        (path) =>
          statSync(join(root, base, path)).isDirectory() &&
          !/^check\/rules\/|schemas|\/fixtures\//.test(path),
      )
      .map((path) => `${base}${path}/`);
  });
}

test("nothing in the repository names a machine's path or a registry", () => {
  const files = [...documents, ...markdownIn("packages").filter((path) => !path.includes("node_modules"))];
  for (const path of files)
    expect(readFileSync(join(root, path), "utf8"), path).not.toMatch(/\/work\/|\/root\/|registry\.npmjs/);
});
