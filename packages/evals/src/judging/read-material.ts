import { startsFailedCall } from "../trials/format-transcript.ts";
import { toVisibleText } from "./fence.ts";
import { type MaterialPart, notes, readHeading } from "./to-material.ts";

/** The material as the source for quotes. */
export type Material = {
  /** Everything, including our own words. */
  readonly parts: Readonly<Record<MaterialPart, QuotablePart>>;
  /** What the agent said, did and left behind. */
  readonly work: string;
  /** Short texts that may be quoted: lines of the answer, and whole files. */
  readonly wholes: ReadonlySet<string>;
};

type QuotablePart = {
  readonly text: string;
  /** A part is missing, so absence cannot be verified. */
  readonly isCut: boolean;
};

/** Takes apart what `toMaterial` put together. Text without headings belongs to every part. */
export function readMaterial(material: string): Material {
  const sections = toSections(material);
  const toPart = (part: MaterialPart): QuotablePart => {
    const own = sections.filter((section) => part === "everything" || section.parts.includes(part));
    return { text: join(own.flatMap(spellingsOf)), isCut: own.some(({ isCut }) => isCut) };
  };
  return {
    parts: {
      answer: toPart("answer"),
      files: toPart("files"),
      transcript: toPart("transcript"),
      everything: toPart("everything"),
    },
    work: join(sections.flatMap(({ work, parts }) => work.flatMap((text) => spellingsOf({ text, parts })))),
    wholes: new Set(sections.flatMap(wholesOf).map(toQuotable)),
  };
}

/** No quote contains the separator, so none spans two texts. */
function join(texts: readonly string[]): string {
  return texts.map(toQuotable).join("\u0000");
}

type Section = {
  readonly parts: readonly MaterialPart[];
  readonly text: string;
  /** The passages in it that are not ours. */
  readonly work: readonly string[];
  /** It follows a gap. */
  readonly isCut: boolean;
};

/** Tool results are JSON, in which text is escaped; that text may be JSON, too. */
function spellingsOf({ text, parts }: Pick<Section, "text" | "parts">): readonly string[] {
  if (!parts.includes("transcript")) return [text];
  const once = withoutEscapes(text);
  return [...new Set([text, once, withoutEscapes(once)])];
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|(["\\/bfnrt]))/gi, (_, code?: string, letter = "") =>
    code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const escapes: Readonly<Record<string, string>> = { b: " ", f: " ", n: "\n", r: "\n", t: "\t" };

function toSections(material: string): readonly Section[] {
  const sections: Section[] = [];
  let parts: readonly MaterialPart[] = ["answer", "files", "transcript"];
  let lines: string[] = [];
  let work: string[][] = [[]];
  let isWork = true;
  let isCut = false;
  for (const line of [...material.split("\n"), undefined]) {
    const heading = line === undefined ? "everything" : readHeading(line);
    if (line !== undefined && heading === undefined) {
      lines.push(line);
      if (isFrame(line, parts)) {
        isWork = !startsFailedCall(line);
        work.push([]);
      } else if (isWork && !ours.has(line.trim())) work.at(-1)?.push(line);
      continue;
    }
    if (isCut || lines.length > 0)
      sections.push({ parts, text: lines.join("\n"), work: work.map((some) => some.join("\n")), isCut });
    lines = [];
    work = [[]];
    isCut = heading === "gap";
    if (heading === "gap" || heading === undefined) continue;
    parts = [heading];
    isWork = heading !== "everything";
  }
  return sections;
}

const ours: ReadonlySet<string> = new Set(Object.values(notes));

/**
 * A line of a transcript that says who did what; all content is indented, or marked if it looks like ours.
 */
function isFrame(line: string, parts: readonly MaterialPart[]): boolean {
  return parts.length === 1 && parts[0] === "transcript" && /^[^\s>]/.test(line);
}

function wholesOf({ parts, text }: Section): readonly string[] {
  return parts.includes("answer") ? [text, ...text.split("\n")] : [text];
}

/**
 * Normalizes a text for comparing quotes. Ignores what models change when they copy: white space, the shape
 * of quotation marks and dashes, and Markdown emphasis.
 */
export function toQuotable(text: string): string {
  return toVisibleText(text)
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[*`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
