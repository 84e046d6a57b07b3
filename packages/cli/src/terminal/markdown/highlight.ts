import type { Theme } from "../theme.ts";
import { findLanguage } from "./languages.ts";
import { type Run, unpainted } from "./runs.ts";

/** Highlights comments, strings, numbers and keywords in known languages. */
export function highlight(code: string, label: string | undefined, theme: Theme): Run[] {
  const language = findLanguage(label);
  if (!language) return [{ text: code, paint: unpainted }];
  const { comment, keywords } = language;
  const pattern = new RegExp(`(?<comment>${comment})|${rest}`, "gu");
  const runs: Run[] = [];
  let at = 0;
  for (const match of code.matchAll(pattern)) {
    const paint = paintOf(match.groups ?? {}, keywords, theme);
    if (paint === undefined) continue;
    runs.push({ text: code.slice(at, match.index), paint: unpainted }, { text: match[0], paint });
    at = match.index + match[0].length;
  }
  return [...runs, { text: code.slice(at), paint: unpainted }];
}

// Limit string length, so that an unclosed quote stays cheap and uncolored.
const string = `"""[^]*?(?:"""|$)|"(?:\\\\.|[^"\\\\\\n]){0,400}"|'(?:\\\\.|[^'\\\\\\n]){0,400}'`;
const word = "[\\p{L}_$][\\p{L}\\p{N}_-]*";
const number = "\\d[\\d_]*(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|0x[\\da-fA-F]+";
const rest = `(?<string>${string})|(?<word>${word})|(?<number>${number})`;

type Groups = Readonly<Record<string, string | undefined>>;

function paintOf(groups: Groups, keywords: ReadonlySet<string>, theme: Theme): Run["paint"] | undefined {
  if (groups.comment !== undefined) return theme.comment;
  if (groups.string !== undefined) return theme.string;
  if (groups.number !== undefined) return theme.number;
  return keywords.has(groups.word ?? "") ? theme.keyword : undefined;
}
