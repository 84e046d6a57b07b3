import { replaceControls } from "../prompt/markup.ts";
import { collapseWhitespace, type EntrySkill, promptEntry } from "../prompt/prompt-entry.ts";
import type { PromptFormat } from "../prompt/to-prompt.ts";
import { cutEnd } from "../text/cut-end.ts";
import { utf8Bytes } from "../text/utf8.ts";
import { listingLimits } from "./limits.ts";
import type { ListedSkill } from "./listed-skill.ts";

export type EntryOptions = {
  readonly format: PromptFormat;
  readonly includeLocation: boolean;
  readonly includeTags: boolean;
};

/** A skill and the size of its entry with the name only. */
export type NamedEntry = {
  readonly skill: ListedSkill;
  readonly label: EntrySkill;
  readonly nameBytes: number;
};

/** A skill and the sizes of the parts of its entry, so that a list is planned by addition and rendered once. */
export type MeasuredEntry = NamedEntry & {
  /** One clean line; empty if the skill has no description. */
  readonly description: string;
  /** The description is truncated. */
  readonly isCut: boolean;
  readonly descriptionBytes: number;
  /** Minimum useful length of the description. */
  readonly floorBytes: number;
  /** Overhead of an entry with a description, in addition to the description and `nameBytes`. */
  readonly extraBytes: number;
};

export function nameEntry(skill: ListedSkill, { format, includeLocation }: EntryOptions): NamedEntry {
  const label: EntrySkill = {
    name: clean(skill.id),
    ...(includeLocation && skill.location !== undefined ? { location: cleanPath(skill.location) } : {}),
  };
  return { skill, label, nameBytes: utf8Bytes(promptEntry(label, format)) + separator(format, 0).length };
}

export function measureEntry(labelled: NamedEntry, options: EntryOptions): MeasuredEntry {
  const { skill, label, nameBytes } = labelled;
  const { text: description, isCut } = describe(skill, options);
  const descriptionBytes = escapedBytes(description);
  const empty = promptEntry({ ...label, description: "" }, options.format);
  return {
    ...labelled,
    description,
    isCut,
    descriptionBytes,
    // A text only just too long may be shorter than its truncation with an ellipsis.
    floorBytes: Math.min(descriptionBytes, escapedBytes(shortestOf(description))),
    extraBytes: utf8Bytes(empty) + separator(options.format, 1).length - nameBytes,
  };
}

/** A text that cannot be truncated, such as a row of dots, is shown whole or not at all. */
function shortestOf(description: string): string {
  if (description.length <= listingLimits.shortestDescription) return description;
  return cutAt(description, listingLimits.shortestDescription) || description;
}

/** Text after an entry: OmniForge puts empty lines between descriptions; bare names need none. */
export function separator(format: PromptFormat, descriptionBytes: number): string {
  return format === "quoted-lines" && descriptionBytes > 0 ? "\n\n" : "\n";
}

function describe(skill: ListedSkill, { includeTags }: EntryOptions): { text: string; isCut: boolean } {
  const { description, tags = [] } = skill;
  const raw = includeTags && tags.length > 0 ? `${description} [${tags.join(", ")}]` : description;
  // Truncated before cleaning: a description may be a megabyte.
  const text = clean(raw.slice(0, listingLimits.listedDescription));
  if (raw.length <= listingLimits.listedDescription) return { text, isCut: false };
  return { text: cutAt(text, text.length - 1), isCut: true };
}

function clean(text: string): string {
  return replaceControls(collapseWhitespace(text));
}

/** A path keeps its spaces so that it can be opened, but a line break could start a new entry. */
function cleanPath(path: string): string {
  return replaceControls(path.replace(/[\n\r\t\u0085\u2028\u2029]/g, "\ufffd"));
}

const ellipsis = "…";
const ellipsisBytes = 3;
/** Maximum characters to give up to avoid cutting a word. */
const longestStep = 12;

/**
 * Truncates a clean, one-line text to a number of bytes after escaping, between words if possible.
 */
export function shorten(text: string, maxBytes: number): string {
  if (escapedBytes(text) <= maxBytes) return text;
  return cutAt(text, fittingLength(text, maxBytes - ellipsisBytes));
}

/** Truncates a text at `end` or before, and adds an ellipsis. */
export function cutAt(text: string, end: number): string {
  const start = cutEnd(text.slice(0, wordEnd(text, end)), /[\s.,;:]/);
  return start === "" ? "" : `${start}${ellipsis}`;
}

/** UTF-8 bytes of a text after `escapeXml`; it must not contain lone surrogates. */
export function escapedBytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) bytes += unitBytes(text.charCodeAt(index));
  return bytes;
}

function unitBytes(unit: number): number {
  if (unit === 0x26) return "&amp;".length;
  if (unit === 0x3c || unit === 0x3e) return "&lt;".length;
  if (unit === 0x22 || unit === 0x27) return "&quot;".length;
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  // A surrogate pair takes four bytes.
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
}

function fittingLength(text: string, maxBytes: number): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    bytes += unitBytes(text.charCodeAt(index));
    if (bytes > maxBytes) return index;
  }
  return text.length;
}

function wordEnd(text: string, end: number): number {
  if (!/[\p{L}\p{N}]/u.test(text[end] ?? "")) return characterEnd(text, end);
  const space = text.lastIndexOf(" ", end);
  return space > 0 && end - space <= longestStep ? space : characterEnd(text, end);
}

// Low surrogates, accents, joiners and variants belong to the previous character.
const joinedToPrevious = /^(?:[\p{M}\udc00-\udfff]|\u200d|[\u{1f3fb}-\u{1f3ff}])/u;

function characterEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && (joinedToPrevious.test(text.slice(at, at + 2)) || text[at - 1] === "\u200d")) at--;
  return at;
}
