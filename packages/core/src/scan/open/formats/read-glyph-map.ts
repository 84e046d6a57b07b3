/** What a font's numbers of glyphs mean; PDF calls it a ToUnicode map. */
export type GlyphMap = {
  /** Bytes of one number. */
  readonly width: number;
  readonly texts: ReadonlyMap<number, string>;
};

/** Glyphs of one map. */
const mostGlyphs = 70_000;

/** Reads a stream of a PDF as a map; undefined if it is none. */
export function readGlyphMap(stream: string): GlyphMap | undefined {
  const texts = new Map<number, string>();
  let width = 0;
  for (const body of sectionsOf(stream, "bfchar")) {
    const tokens = tokensOf(body);
    for (let at = 0; at + 1 < tokens.length; at += 2) add(tokens[at] ?? "", 0, toText(tokens[at + 1] ?? ""));
  }
  for (const body of sectionsOf(stream, "bfrange")) {
    const tokens = tokensOf(body);
    for (let at = 0; at + 2 < tokens.length; at += 3) at += addRange(tokens, at);
  }
  return texts.size === 0 ? undefined : { width, texts };

  function add(code: string, offset: number, text: string): void {
    width = Math.max(width, Math.min(4, Math.ceil(code.length / 2)));
    if (texts.size < mostGlyphs) texts.set(Number.parseInt(code, 16) + offset, text);
  }

  /** Returns how many more tokens it took than three. */
  function addRange(tokens: readonly string[], at: number): number {
    const [first = "", last = "", start = ""] = tokens.slice(at, at + 3);
    const count = Math.min(Number.parseInt(last, 16) - Number.parseInt(first, 16) + 1, 65_536);
    if (start !== "[") {
      const text = toText(start);
      const end = text.charCodeAt(text.length - 1);
      for (let index = 0; index < count && texts.size < mostGlyphs; index++)
        add(first, index, text.slice(0, -1) + String.fromCharCode(end + index));
      return 0;
    }
    const close = tokens.indexOf("]", at);
    const listed = tokens.slice(at + 3, close === -1 ? tokens.length : close);
    for (const [index, one] of listed.entries()) add(first, index, toText(one));
    return listed.length + 1;
  }
}

/** Reads the strings of a content stream by several maps at once, up to a number of characters. */
export type GlyphReader = {
  add(value: string): void;
  /** Shows what was added; false if no map knows all of it. */
  show(before: string): boolean;
  clear(): void;
  breakLine(): void;
  /** What was shown, one list a map. */
  texts(): readonly (readonly string[])[];
};

export function createGlyphReader(maps: readonly GlyphMap[], mostCharacters: number): GlyphReader {
  const shown = maps.map((): string[] => []);
  let values: string[] = [];
  let room = mostCharacters;
  return {
    add: (value) => {
      values.push(value);
    },
    show: (before) => {
      let isKnown = false;
      for (const [index, map] of maps.entries()) {
        const words = values.map((value) => mapGlyphs(value, map, room));
        if (words.length === 0 || words.includes(undefined)) continue;
        const text = before + words.join("");
        isKnown = true;
        room -= text.length;
        shown[index]?.push(text);
      }
      return isKnown;
    },
    clear: () => {
      values = [];
    },
    breakLine: () => {
      for (const lines of shown) if (lines.length > 0) lines.push("\n");
    },
    texts: () => shown,
  };
}

/** The text of a string; undefined if the map lacks one of its glyphs, or it is longer than the room. */
function mapGlyphs(value: string, { width, texts }: GlyphMap, room: number): string | undefined {
  let left = room;
  if (value.length % width !== 0) return undefined;
  const parts: string[] = [];
  for (let at = 0; at < value.length; at += width) {
    let code = 0;
    for (let byte = 0; byte < width; byte++) code = code * 256 + (value.charCodeAt(at + byte) & 0xff);
    const text = texts.get(code);
    if (text === undefined) return undefined;
    left -= text.length;
    if (left < 0) return undefined;
    parts.push(text);
  }
  return parts.join("");
}

function sectionsOf(stream: string, kind: string): readonly string[] {
  const sections: string[] = [];
  for (let at = stream.indexOf(`begin${kind}`); at !== -1; at = stream.indexOf(`begin${kind}`, at)) {
    const start = at + kind.length + 5;
    const end = stream.indexOf(`end${kind}`, start);
    at = end === -1 ? stream.length : end;
    sections.push(stream.slice(start, at));
  }
  return sections;
}

function tokensOf(body: string): readonly string[] {
  return [...body.matchAll(/<([0-9A-Fa-f ]{1,200})>|[[\]]/g)].map(([all, digits]) =>
    digits === undefined ? all : digits.replaceAll(" ", ""),
  );
}

/** UTF-16, as the maps write text. */
function toText(digits: string): string {
  const parts: string[] = [];
  for (let at = 0; at < digits.length; at += 4)
    parts.push(String.fromCharCode(Number.parseInt(digits.slice(at, at + 4), 16)));
  return parts.join("");
}
