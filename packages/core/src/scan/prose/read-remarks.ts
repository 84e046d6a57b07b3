import type { Span } from "../../text/span.ts";
import type { Language, Statement } from "../evidence.ts";
import { plainText } from "./plain-text.ts";
import { splitSentences } from "./split-sentences.ts";

/** A statement before it is judged. */
export type Remark = {
  readonly span: Span;
  readonly kind: Statement["kind"];
  /** If it is not simply the text of the span without marks. */
  readonly plain?: string;
  readonly isHidden?: boolean;
  readonly isSample?: boolean;
};

/** Comments of a program or a configuration file, and its strings of at least four words. */
export function readRemarks(
  text: string,
  language: Language,
  { everyValue = false }: { readonly everyValue?: boolean } = {},
): readonly Remark[] {
  const remarks: Remark[] = [];
  const sentences = (span: Span, kind: Remark["kind"]): void => {
    for (const part of splitSentences(text, span)) {
      const raw = text.slice(part.start, part.end);
      remarks.push({
        span: part,
        kind,
        plain: plainText(
          kind === "comment" ? raw.replace(continuation, "\n") : raw.replace(/\\[nrt"']/g, " "),
        ),
      });
    }
  };
  for (const span of commentsOf(text, language)) sentences(span, "comment");
  for (const span of language === "configuration" ? valuesOf(text, everyValue) : []) sentences(span, "value");
  for (const span of everyValue ? [] : stringsOf(text)) sentences(span, "value");
  return remarks;
}

/** The marks with which a comment's further lines start. */
const continuation = /(?:\n|^)[ \t]{0,200}(?:#{1,8}|\/{2,4}|\*{1,2}(?!\*)|--|;{1,4}|%|REM\b|::)[ \t]?/gi;

const lineComment: Readonly<Record<Language, RegExp>> = {
  markdown: /(?:^|\s)(?:#{1,8}|\/\/)/gm,
  text: /(?:^|\s)(?:#{1,8}|\/\/)/gm,
  other: /^[ \t]{0,200}(?:#{1,8}|\/\/|--|;|%)|\s(?:#|\/\/)(?=\s)/gm,
  shell: /(?:^|\s)(?:#{1,8}(?!!)|\/\/(?=\s))/gm,
  powershell: /(?:^|\s)#{1,8}/gm,
  python: /(?:^|[\s,:()[\]{}])#{1,8}(?!!)/gm,
  ruby: /(?:^|\s)#{1,8}(?!!)/gm,
  perl: /(?:^|\s)#{1,8}(?!!)/gm,
  configuration: /(?:^|\s)(?:#{1,8}|\/\/(?=\s))|^[ \t]{0,200};/gm,
  batch: /^[ \t]{0,200}(?:@?REM\b|::)/gim,
  javascript: /(?:^|[\s;,(){}])\/{2,4}(?!\/)/gm,
  php: /(?:^|\s)(?:#|\/{2,4})/gm,
};

/** Comments of one line, joined while lines in a row are comments, block comments and docstrings. */
function commentsOf(text: string, language: Language): readonly Span[] {
  const spans: Span[] = [];
  let last: { start: number; end: number } | undefined;
  for (const match of text.matchAll(lineComment[language])) {
    const start = match.index + match[0].length;
    if (last !== undefined && start <= last.end) continue;
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const isNext =
      last !== undefined &&
      match.index <= last.end + 1 &&
      text.slice(last.end, start).length < 220 &&
      /^\s*[#/*;%:-]*(?:REM)?$/i.test(text.slice(last.end, start));
    if (last !== undefined && isNext && end - last.start < 4000) last.end = end;
    else {
      last = { start, end };
      spans.push(last);
    }
  }
  for (const [opening, closing] of blockComments) {
    for (let at = text.indexOf(opening); at !== -1; ) {
      const close = text.indexOf(closing, at + opening.length);
      const end = close === -1 ? text.length : close;
      spans.push({ start: at + opening.length, end });
      at = close === -1 ? -1 : text.indexOf(opening, close + closing.length);
    }
  }
  return spans;
}

const blockComments: readonly (readonly [string, string])[] = [
  ["/*", "*/"],
  ['"""', '"""'],
  ["'''", "'''"],
  ["<!--", "-->"],
  ["<#", "#>"],
  ["=begin", "=end"],
];

/** Strings of one line that are sentences. */
const string =
  /"((?:[^"\\\n]|\\.){20,4000})"|'((?:[^'\\\n]|\\.){20,4000})'|`((?:[^`\\]|\\[\s\S]){20,4000})`/g;
const someWords = /[A-Za-z'’-]{1,24},? [A-Za-z'’-]{1,24},? [A-Za-z'’-]{1,24},? [A-Za-z'’-]{1,24}/;

function stringsOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(string)) {
    const inner = match[1] ?? match[2] ?? match[3] ?? "";
    if (someWords.test(inner)) spans.push({ start: match.index + 1, end: match.index + 1 + inner.length });
  }
  return spans;
}

/** Values of YAML and similar files; lines of one value follow each other with deeper indentation. */
function valuesOf(text: string, everyValue: boolean): readonly Span[] {
  const spans: { start: number; end: number }[] = [];
  const line =
    /^([ \t]{0,80})(?:-[ \t]{1,8})?(?:(["']?[\w.$/ -]{1,80}["']?)[ \t]{0,8}[:=](?=\s)[ \t]{0,8}(?:[|>][+-]?\d?[ \t]{0,8}$)?)?([^\n]*)$/gm;
  let isOpen = false;
  for (const match of text.matchAll(line)) {
    const [whole, indent = "", key, rest = ""] = match;
    const value = rest.trim();
    const end = match.index + whole.length;
    const previous = spans.at(-1);
    if (
      key === undefined &&
      indent !== "" &&
      isOpen &&
      previous !== undefined &&
      end - previous.start < 4000
    ) {
      if (value !== "") previous.end = end;
      continue;
    }
    isOpen = false;
    if (value.startsWith("#") || value === "---") continue;
    const start = end - rest.length + (rest.length - rest.trimStart().length);
    const isEmpty = value === "";
    if (!isEmpty && !everyValue && !someWords.test(value)) continue;
    isOpen = key !== undefined;
    if (isOpen || !isEmpty) spans.push({ start: isEmpty ? end : start, end });
  }
  return spans.filter(({ start, end }) => end > start);
}
