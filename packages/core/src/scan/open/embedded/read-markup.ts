import type { Span } from "../../../text/span.ts";
import { joinPieces, type Piece } from "../mapped-text.ts";
import type { EmbeddedText } from "./embedded-text.ts";

/** Characters of one attribute that are read. */
const attributeCharacters = 20_000;

/** What HTML, SVG and other XML holds: scripts, comments, and the words that it shows or describes. */
export function readMarkup(text: string): readonly EmbeddedText[] {
  const words: Piece[] = [];
  const scripts: EmbeddedText[] = [];
  const comments: Piece[] = [];
  let at = 0;
  const keep = (pieces: Piece[], { start, end }: Span): void => {
    if (end > start) pieces.push({ text: text.slice(start, end), origin: { start, end } });
  };
  while (at < text.length) {
    const open = text.indexOf("<", at);
    const end = open === -1 ? text.length : open;
    keep(words, { start: at, end });
    if (open === -1) break;
    if (text.startsWith("<!--", open)) {
      const close = text.indexOf("-->", open + 4);
      at = close === -1 ? text.length : close + 3;
      keep(comments, { start: open, end: at });
      continue;
    }
    if (text.startsWith("<![CDATA[", open)) {
      const close = text.indexOf("]]>", open);
      const stop = close === -1 ? text.length : close;
      keep(words, { start: open + 9, end: stop });
      at = stop + 3;
      continue;
    }
    const name = /^<\/?[\w:-]{1,40}/.exec(text.slice(open, open + 44))?.[0].toLowerCase();
    if (name === undefined && text[open + 1] !== "!" && text[open + 1] !== "?") {
      keep(words, { start: open, end: open + 1 });
      at = open + 1;
      continue;
    }
    const tag = { start: open, end: endOfTag(text, open) };
    scripts.push(...handlersOf(text, tag, scripts.length));
    for (const span of describing(text, tag)) keep(words, span);
    if (!isInline(name ?? "")) words.push({ text: "\n", origin: { start: tag.end, end: tag.end } });
    at = tag.end;
    const raw = name === undefined ? undefined : rawElements.get(name.slice(1));
    if (raw === undefined || text[tag.end - 2] === "/") continue;
    const close = raw.exec(text.slice(at))?.index;
    const content = { start: at, end: close === undefined ? text.length : at + close };
    if (name === "<script") {
      const isBasic = /vbscript/i.test(text.slice(tag.start, Math.min(tag.end, tag.start + 400)));
      const script = scriptOf(text, content, scripts.length);
      scripts.push(isBasic ? { ...script, language: "other" } : script);
    }
    at = content.end;
  }
  return [
    ...toText("text", words),
    ...(comments.length === 0
      ? []
      : [{ ...joinPieces(comments, "\n\n"), name: "comments", language: "markdown" } as const]),
    ...scripts,
  ];
}

const rawElements: ReadonlyMap<string, RegExp> = new Map([
  ["script", /<\/script/i],
  ["style", /<\/style/i],
]);

/** The end of a tag; `>` in quotes does not end it. */
function endOfTag(text: string, open: number): number {
  let quote = "";
  for (let at = open + 1; at < text.length; at++) {
    const character = text[at] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at + 1;
  }
  // A quote that never ends would swallow the rest.
  const plain = text.indexOf(">", open);
  return plain === -1 ? text.length : plain + 1;
}

function scriptOf(text: string, { start, end }: Span, index: number): EmbeddedText {
  const cdata = /^\s{0,100}<!\[CDATA\[/.exec(text.slice(start, start + 120))?.[0].length ?? 0;
  const origin = { start: start + cdata, end };
  const content = text.slice(origin.start, end).replace(/\]\]>\s*$/, "");
  return {
    ...joinPieces([{ text: content, origin }]),
    name: `script-${index + 1}`,
    language: "javascript",
    role: "program",
  };
}

const attribute = /[\s"'/]([\w:-]{1,40})\s{0,10}=\s{0,10}(?:"([^"]*)"|'([^']*)')/g;

function attributesOf(
  text: string,
  { start, end }: Span,
): readonly { readonly name: string; readonly span: Span }[] {
  const tag = text.slice(start, Math.min(end, start + attributeCharacters));
  return Array.from(tag.matchAll(attribute), (match) => {
    const value = match[2] ?? match[3] ?? "";
    const from = start + match.index + match[0].length - 1 - value.length;
    return { name: (match[1] ?? "").toLowerCase(), span: { start: from, end: from + value.length } };
  });
}

/** `onload="…"` and `href="javascript:…"` run. */
function handlersOf(text: string, tag: Span, count: number): readonly EmbeddedText[] {
  if (tag.end - tag.start < 8) return [];
  return attributesOf(text, tag).flatMap(({ name, span }, index) => {
    const value = text.slice(span.start, span.end);
    const isScript = /^\s{0,20}javascript:/i.test(value);
    if (!isScript && !/^on[a-z]{3,30}$/.test(name)) return [];
    const start = isScript ? span.start + value.indexOf(":") + 1 : span.start;
    return [scriptOf(text, { start, end: span.end }, count + index)];
  });
}

const describingNames: ReadonlySet<string> = new Set(
  "alt title aria-label aria-description content placeholder summary value label target data-prompt data-instruction".split(
    " ",
  ),
);

/** Attributes that hold words for people or programs that read the page. */
function describing(text: string, tag: Span): readonly Span[] {
  if (tag.end - tag.start < 8) return [];
  return attributesOf(text, tag).flatMap(({ name, span }) => (describingNames.has(name) ? [span] : []));
}

/** Elements that stand inside a line; Word splits a sentence into many `w:r`. */
function isInline(tag: string): boolean {
  const name = tag.replace(/^<\/?/, "");
  if (/^[wa]:/.test(name)) return !/^[wa]:(?:p|br|tab|tr|tc)$/.test(name);
  return /^(?:b|i|u|em|strong|span|a|code|small|sub|sup|mark|tspan|font|kbd|var|s|q|cite|abbr)$/.test(name);
}

function toText(name: string, pieces: readonly Piece[]): readonly EmbeddedText[] {
  const kept: Piece[] = [];
  for (const piece of pieces) {
    const isBlank = piece.text.trim() === "";
    // Many tags in a row leave one line break.
    if (!isBlank) kept.push(...withoutEntities(piece));
    else if (kept.length > 0 && kept.at(-1)?.text !== "\n")
      kept.push({ text: piece.text.includes("\n") ? "\n" : " ", origin: piece.origin });
  }
  const joined = joinPieces(kept);
  return joined.text.trim() === "" ? [] : [{ ...joined, name, language: "text", role: "data" }];
}

const entities: ReadonlyMap<string, string> = new Map([
  ["nbsp", " "],
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
  ["vert", "|"],
  ["lpar", "("],
  ["rpar", ")"],
]);

/** A piece for each entity, so that places stay exact. */
function withoutEntities({ text, origin }: Piece): readonly Piece[] {
  if (!text.includes("&")) return [{ text, origin }];
  const pieces: Piece[] = [];
  let at = 0;
  const keep = (end: number, meaning?: string): void => {
    const span = { start: origin.start + at, end: origin.start + end };
    if (end > at) pieces.push({ text: meaning ?? text.slice(at, end), origin: span });
    at = end;
  };
  for (const { 0: whole, 1: number, 2: name = "", index } of text.matchAll(
    /&(?:#(x[0-9a-f]{1,6}|\d{1,7})|([a-z]{2,6}));/gi,
  )) {
    const code = number === undefined ? undefined : Number(number.replace(/^x/i, "0x"));
    const isCharacter = code !== undefined && code <= 0x10_ff_ff;
    const meaning = isCharacter ? String.fromCodePoint(code) : entities.get(name.toLowerCase());
    if (meaning === undefined) continue;
    keep(index);
    keep(index + whole.length, meaning);
  }
  keep(text.length);
  return pieces;
}
