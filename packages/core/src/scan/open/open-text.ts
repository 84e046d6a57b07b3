import type { Disguise, Language } from "../evidence.ts";
import { scanLimits } from "../limits.ts";
import { type CondensedText, condenseText } from "./condense-text.ts";
import type { EmbeddedText } from "./embedded/embedded-text.ts";
import { findDataUris } from "./embedded/find-data-uris.ts";
import { readCommands } from "./embedded/read-commands.ts";
import { readFrontmatterCommands } from "./embedded/read-frontmatter-commands.ts";
import { readMarkup } from "./embedded/read-markup.ts";
import { isNotebook, readNotebook } from "./embedded/read-notebook.ts";
import { isRtf, readRtf } from "./embedded/read-rtf.ts";
import { readTable } from "./embedded/read-table.ts";
import { identifyLanguage, isMarkup } from "./identify-language.ts";
import { inside, type Opening, reportUnread, type Source } from "./opening.ts";
import { isProgram, roleOf } from "./role-of.ts";

/** Adds a text and what is embedded in it. */
export function openText(source: Source, text: string, opening: Opening): void {
  if (text.trim() === "") return;
  const condensed = condenseText(text);
  if (condensed.isCut) reportUnread(opening, source, "too-large");
  const { language, isDisguised } = identifyLanguage(source.path, condensed.text);
  const isEncoded = language === "python" && hasUnusualCodec(condensed.text);
  if (isEncoded) reportUnread(opening, source, "unreadable");
  const disguise = source.disguise ?? (isEncoded ? "unusual-encoding" : disguiseOf(condensed, isDisguised));
  const outer: Source = {
    ...source,
    disguise,
    placeOf: (span) => source.placeOf(condensed.originOf(span)),
  };
  const parts = splitText(source, condensed.text, language);
  if (!parts.isReplaced) addText(outer, { text: condensed.text, language }, opening);
  for (const part of parts.embedded) openEmbedded(outer, part, opening);
  openDataUris(outer, condensed.text, opening);
}

/** Adds a text whose language is known from where it stands. */
export function openEmbedded(source: Source, embedded: EmbeddedText, opening: Opening): void {
  const { name, text, originOf } = embedded;
  if (text.trim() === "") return;
  const path = name === "" ? source.path : `${source.path}/${name}`;
  addText({ ...source, path, placeOf: (span) => source.placeOf(originOf(span)) }, embedded, opening);
}

type KnownText = Pick<EmbeddedText, "text" | "language" | "role">;

function addText(source: Source, { text, language, role }: KnownText, opening: Opening): void {
  const { path, isReached, isNamed, disguise, placeOf } = source;
  opening.texts.push({
    text,
    language,
    role: role ?? roleOf({ path, language, isNamed }),
    path,
    isReached,
    // Only a program has a reason to be in an unusual encoding.
    disguise: disguise === "unusual-encoding" && !isProgram(language) ? undefined : disguise,
    placeOf,
  });
}

function disguiseOf({ isPadded }: CondensedText, isDisguised: boolean): Disguise | undefined {
  if (isDisguised) return "wrong-extension";
  return isPadded ? "padding" : undefined;
}

/** A Python program may name a codec that makes other code of its text, such as UTF-7. */
function hasUnusualCodec(text: string): boolean {
  const name = /^(?:[^\n]{0,200}\n)?[ \t\f]{0,20}#[^\n]{0,200}?coding[:=][ \t]{0,20}([\w.-]{1,40})/.exec(
    text,
  )?.[1];
  return name !== undefined && !plainCodecs.test(name);
}

const plainCodecs =
  /^(?:utf[-_]?8\b.{0,20}|(?:us-)?ascii|latin[-_]?\d+.{0,10}|iso[-_]?8859.{0,10}|cp\d+|windows[-_]\d+|gb(?:k|2312|18030)|big5|euc[-_]?\w+|shift[-_]?jis|koi8.{0,3})$/i;

type Parts = {
  readonly embedded: readonly EmbeddedText[];
  /** The parts say all that the text around them says. */
  readonly isReplaced: boolean;
};

function splitText({ path, depth }: Source, text: string, language: Language): Parts {
  if (isNotebook(text)) return { embedded: readNotebook(text), isReplaced: true };
  if (isRtf(text)) return { embedded: [readRtf(text)], isReplaced: true };
  const isPage =
    /\.(?:svg|html?|xhtml|plist)$/i.test(path) && /^\ufeff?\s{0,1000}</.test(text.slice(0, 1100));
  const mayBePage = language === "text" || (depth > 0 && /\.(?:xml|rels)$/i.test(path));
  if (isPage || (mayBePage && isMarkup(text))) return { embedded: readMarkup(text), isReplaced: true };
  if (/\.[ct]sv$/i.test(path)) return { embedded: readTable(text), isReplaced: false };
  if (language === "markdown") return { embedded: readFrontmatterCommands(text), isReplaced: false };
  if (language === "configuration") return { embedded: readCommands(path, text), isReplaced: false };
  return { embedded: [], isReplaced: false };
}

function openDataUris(source: Source, text: string, opening: Opening): void {
  const { budget } = opening;
  for (const [index, { bytes, span }] of findDataUris(
    text,
    Math.min(scanLimits.fileBytes, budget.left()),
  ).entries()) {
    if (source.depth >= scanLimits.depth || !budget.takeEntry()) {
      reportUnread(opening, source, "budget");
      return;
    }
    budget.spend(bytes.length);
    const place = source.placeOf(span);
    const inner = inside(source, `data-uri-${index + 1}`, "container");
    opening.open({ ...inner, placeOf: () => place }, bytes);
  }
}
