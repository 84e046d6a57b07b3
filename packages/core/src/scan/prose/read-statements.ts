import type { Span } from "../../text/span.ts";
import type { ScannedText, Statement } from "../evidence.ts";
import { scanLimits } from "../limits.ts";
import { decodeCipher, decodeProse } from "./decode-prose.ts";
import { decodeInvisible } from "./fold-letters.ts";
import { hiddenRegions } from "./hidden-regions.ts";
import { plainText } from "./plain-text.ts";
import { createQuotationJudge } from "./quotation.ts";
import { type Block, blocksOf, endOfFrontmatter, type Section } from "./read-blocks.ts";
import { type Remark, readRemarks } from "./read-remarks.ts";
import { splitSentences } from "./split-sentences.ts";

/** What a document says, sentence by sentence, as plain text; of a program, its comments and longer strings. */
export function readStatements(source: ScannedText): readonly Statement[] {
  const { text, language } = source;
  const statements: Statement[] = [];
  const isSample = createQuotationJudge(source);
  const add = (part: Remark, section?: Section): void => {
    if (statements.length >= scanLimits.statements) return;
    const plain = part.plain ?? plainText(text.slice(part.span.start, part.span.end));
    if (!/[\p{L}\p{N}]/u.test(plain)) return;
    let isQuoted = part.isHidden ? false : part.isSample;
    statements.push({
      source,
      span: part.span,
      plain,
      kind: part.kind,
      headings: headingsOf(section),
      // Few statements have anything in them for which this matters.
      get isQuoted() {
        isQuoted ??= isSample(part.span);
        return isQuoted;
      },
      isHidden: part.isHidden === true,
    });
    const decoded = part.isHidden ? undefined : decodeCipher(plain);
    if (decoded !== undefined) add({ ...part, plain: decoded, isHidden: true }, section);
  };
  if (isDocument(source)) readDocument(source, add);
  else for (const remark of readRemarks(text, language)) add(remark);
  for (const decoded of decodeProse(text, { start: 0, end: text.length }))
    if (isDocument(source)) add({ ...decoded, kind: "sentence", isHidden: true });
  for (const { span, plain } of smuggled(text)) add({ span, plain, kind: "sentence", isHidden: true });
  return statements;
}

type Add = (part: Remark, section?: Section) => void;

function isDocument({ language, path }: ScannedText): boolean {
  return (
    language === "markdown" ||
    language === "text" ||
    (language === "other" && /\.(?:html?|svg|xml|rst|adoc)$/i.test(path))
  );
}

function readDocument(source: ScannedText, add: Add): void {
  const { text } = source;
  const hidden = hiddenRegions(text);
  const front = endOfFrontmatter(text);
  for (const remark of front > 1
    ? readRemarks(text.slice(0, front), "configuration", { everyValue: true })
    : [])
    add(remark);
  const blocks =
    source.language === "markdown" || source.language === "text" ? blocksOf(source) : [wholeOf(text)];
  const shown = withoutHidden(text, hidden);
  for (const block of blocks) readBlock({ text: shown, block, isProse: source.language === "text" }, add);
  for (const region of hidden) {
    const section = undefined;
    for (const span of splitSentences(text, innerOf(text, region)))
      add(
        {
          span,
          kind: isStyled(text, region) ? "sentence" : "comment",
          isHidden: true,
          plain: plainHidden(text, span),
        },
        section,
      );
  }
}

/** An element that a style hides, not a comment or definition. */
function isStyled(text: string, { start }: Span): boolean {
  return /^<[a-z]/i.test(text.slice(start, start + 2));
}

function wholeOf(text: string): Block {
  const section: Section = { title: "", level: 0, parent: undefined };
  return { kind: "html", span: { start: 0, end: text.length }, isNumbered: false, section };
}

/** A comment may hold another's opening mark, which must not make it empty. */
function plainHidden(text: string, { start, end }: Span): string {
  return plainText(text.slice(start, end).replace(/<!--|-->/g, " "));
}

/** The text of a comment, element or definition without its marks. */
function innerOf(text: string, { start, end }: Span): Span {
  if (text.startsWith("<!--", start))
    return { start: start + 4, end: text.startsWith("-->", end - 3) ? Math.max(start + 4, end - 3) : end };
  const title = /^[ \t>]{0,16}\[[^\]\n]{1,80}\]:[ \t]{0,8}(?!#)\S{1,400}[ \t]{1,8}(?=["'(])/.exec(
    text.slice(start, Math.min(end, start + 600)),
  );
  if (title !== null) return { start: start + title[0].length, end };
  if (text[start] !== "<") return { start, end };
  const open = text.indexOf(">", start);
  const close = text.lastIndexOf("<", end - 1);
  return { start: Math.min(end, open + 1), end: close > open ? close : end };
}

/** The text with hidden regions as soft hyphens, which plain text leaves out: a word around a comment stays a word, and offsets stay. */
function withoutHidden(text: string, hidden: readonly Span[]): string {
  let shown = "";
  let from = 0;
  for (const { start, end } of hidden) {
    shown += text.slice(from, start) + "\u00ad".repeat(end - start);
    from = end;
  }
  return from === 0 ? text : shown + text.slice(from);
}

type Part = { readonly text: string; readonly block: Block; readonly isProse: boolean };

function readBlock({ text, block, isProse }: Part, add: Add): void {
  const { kind, section, span } = block;
  const plainOf = (part: Span): string => plainText(text.slice(part.start, part.end));
  if (kind === "code" && !isProse) readCode(text, span, (remark) => add(remark, section));
  else if (kind === "heading") {
    const title = text.slice(span.start, span.end).replace(/^[#\s]{1,16}/, "");
    add({ span, kind, plain: plainText(title) }, section.parent);
  } else if (kind === "row") {
    const row = readRow(text, span);
    if (row !== undefined) add(row, section);
  } else
    for (const part of splitSentences(text, span))
      add({ span: part, kind: kind === "item" ? "item" : "sentence", plain: plainOf(part) }, section);
}

/** A row is one statement: what is asked and of what often stand in different cells. */
function readRow(text: string, span: Span): Remark | undefined {
  const cells = text
    .slice(span.start, Math.min(span.end, span.start + longestRow))
    .split(/(?<!\\)\|/)
    .map(plainText)
    .filter((cell) => /\p{L}/u.test(cell));
  return cells.length === 0 ? undefined : { span, kind: "row", plain: cells.join(" | ") };
}

const longestRow = 2000;

/** Comments and messages of code, or the sentences of a prompt in a fence, which are a sample unless something asks to follow them. */
function readCode(text: string, span: Span, add: (remark: Remark) => void): void {
  const lineStart = text.lastIndexOf("\n", span.start - 2) + 1;
  const info =
    /^[ \t>*+\d.-]{0,24}[`~]{3,20}[ \t]{0,4}([\w+#-]{0,20})/
      .exec(text.slice(lineStart, Math.max(lineStart, span.start)))?.[1]
      ?.toLowerCase() ?? "";
  const code = text.slice(span.start, span.end);
  if (proseFences.has(info) && readsAsProse(code)) {
    for (const sentence of splitSentences(text, span))
      add({ span: sentence, kind: "sentence", plain: plainText(text.slice(sentence.start, sentence.end)) });
    return;
  }
  for (const remark of readRemarks(code, fenceLanguage(info))) {
    const moved = { start: remark.span.start + span.start, end: remark.span.end + span.start };
    add({ ...remark, span: moved });
  }
}

const proseFences = new Set(["", "text", "txt", "markdown", "md", "xml", "html", "prompt", "plaintext"]);

function fenceLanguage(info: string): ScannedText["language"] {
  if (/^(?:python|py|ipython)/.test(info)) return "python";
  if (
    /^(?:js|jsx|ts|tsx|javascript|typescript|mjs|java|c|cpp|cs|csharp|go|rust|swift|kotlin|php)$/.test(info)
  )
    return "javascript";
  return "shell";
}

/** Mostly lines of words rather than of symbols. */
function readsAsProse(code: string): boolean {
  const lines = code
    .slice(0, 2000)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const prose = lines.filter(
    (line) =>
      /^[\s>*#\d.<"“[-]{0,12}[A-Za-z][\w'’-]*[,:]?(?:\s+[("“'*_<{[]{0,3}[A-Za-z][\w'’/-]*[)"”'*_>}\],.:;!?]{0,4}){2,}/.test(
        line.slice(0, 300),
      ) && !/[;{}=$|]\s{0,4}$|^\s{0,8}[$#] /.test(line.slice(0, 300)),
  );
  return prose.length * 2 >= lines.length && prose.length > 0;
}

/** Messages in tag characters and variation selectors. */
function smuggled(text: string): readonly { readonly span: Span; readonly plain: string }[] {
  if (!text.includes("\udb40")) return [];
  const runs = text.matchAll(/(?:\udb40[\udc00-\udfff]|[\u200b-\u200d]){4,20000}/g);
  return Array.from(runs, ({ 0: run, index }) => ({
    span: { start: index, end: index + run.length },
    plain: decodeInvisible(run),
  })).filter(({ plain }) => plain.length > 2);
}

const known = new WeakMap<Section, readonly string[]>();

function headingsOf(section: Section | undefined): readonly string[] {
  if (section === undefined || section.level === 0) return none;
  const titles = known.get(section) ?? [...headingsOf(section.parent), plainText(section.title)];
  known.set(section, titles);
  return titles;
}

const none: readonly string[] = [];
