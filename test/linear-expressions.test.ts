import { parseAst } from "rolldown/parseAst";
import { analyse } from "scslre";
import { expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files.ts";

/** Their expressions see texts of at most a few hundred characters. */
const bounded: readonly string[] = [
  "packages/core/src/check/rules/defaults-over-menus/index.ts",
  "packages/core/src/check/rules/defaults-over-menus/read-menu.ts",
  "packages/core/src/text/printable.ts",
  "packages/runtime/src/sandbox/machine/program-needs.ts",
];

test.each(["core", "runtime", "evals", "packaging", "hub", "web", "mcp", "cli"])(
  "T10: no regular expression of %s takes more than linear time; use cutEnd, a loop, or a bounded text",
  { timeout: 120_000 },
  (name) => {
    const slow = sourceFiles(name).flatMap((file) =>
      expressionsIn(file)
        .filter(isSlow)
        .map(() => file.path),
    );
    expect([...new Set(slow)].sort()).toEqual(bounded.filter((path) => path.startsWith(`packages/${name}/`)));
  },
);

type Expression = { readonly source: string; readonly flags: string };

function isSlow(expression: Expression): boolean {
  return analyse(expression, { maxReports: 1 }).reports.length > 0;
}

/** The literals; patterns that are put together from parts are left to `long-texts.security.test.ts`. */
function expressionsIn({ path, text }: SourceFile): readonly Expression[] {
  const found: Expression[] = [];
  const pending: unknown[] = [parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" })];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== "object" || node === null) continue;
    if ("regex" in node && isPattern(node.regex))
      found.push({ source: node.regex.pattern, flags: node.regex.flags });
    else for (const inner of Object.values(node)) pending.push(inner);
  }
  return found;
}

function isPattern(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return typeof value === "object" && value !== null && "pattern" in value && "flags" in value;
}
