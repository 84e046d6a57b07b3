import type { Span } from "../text/span.ts";

/** The link reference definitions (`[label]: href "title"`) at the start of a paragraph, and where its text starts. */
export function readDefinitions(
  text: string,
  { start, end }: Span,
): { readonly hrefs: readonly Span[]; readonly rest: number } {
  const hrefs: Span[] = [];
  if (text[start] !== "[") return { hrefs, rest: start };
  const source = text.slice(start, end);
  definition.lastIndex = 0;
  let at = 0;
  for (let found = definition.exec(source); found?.indices; found = definition.exec(source)) {
    if (found[2] !== undefined && !hasBalancedParentheses(found[2])) break;
    const [from, to] = found.indices[1] ?? found.indices[2] ?? [0, 0];
    hrefs.push({ start: start + from, end: start + to });
    at = definition.lastIndex;
  }
  return { hrefs, rest: start + at };
}

const definition = new RegExp(
  [
    String.raw`\[(?!\^|\s*\])(?:[^[\]\\]|\\.){1,999}\]:`,
    String.raw`[ \t]*(?:\r?\n[ \t>]*)?(?:<([^<>\n]*)>|([^\s<]\S*))`,
    String.raw`(?:(?:[ \t]+|[ \t]*\r?\n[ \t>]*)(?:"[^"]*"|'[^']*'|\([^()]*\)))?`,
    String.raw`[ \t]*\r?(?:\n[ \t>]*|$)`,
  ].join(""),
  "dy",
);

function hasBalancedParentheses(href: string): boolean {
  let depth = 0;
  for (const { 0: mark } of href.matchAll(/\\.|[()]/g)) {
    if (mark === "(") depth++;
    else if (mark === ")" && --depth < 0) return false;
  }
  return depth === 0;
}
