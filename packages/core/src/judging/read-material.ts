import { type MaterialPart, readHeading } from "./material-headings.ts";
import { toQuotable } from "./quotable-text.ts";

/** What a judge saw, as quotes are looked for in it. */
export type Material = {
  readonly parts: Readonly<Record<MaterialPart, QuotablePart>>;
  /** What may be quoted although it is short: lines of the answer, and a file as a whole. */
  readonly wholes: ReadonlySet<string>;
};

type QuotablePart = {
  readonly text: string;
  /** Something is missing, so that nobody knows what is not in it. */
  readonly isCut: boolean;
};

/** Takes apart what `toMaterial` put together. A text without its headings is every part. */
export function readMaterial(material: string): Material {
  const sections = toSections(material);
  const toPart = (part: MaterialPart): QuotablePart => {
    const own = sections.filter((section) => part === "everything" || section.parts.includes(part));
    return {
      // No quote has this character: none reaches from one section into the next.
      text: own.map(({ text }) => toQuotable(text)).join("\u0000"),
      isCut: own.some(({ isCut }) => isCut),
    };
  };
  return {
    parts: {
      answer: toPart("answer"),
      files: toPart("files"),
      transcript: toPart("transcript"),
      everything: toPart("everything"),
    },
    wholes: new Set(sections.flatMap(wholesOf).map(toQuotable)),
  };
}

type Section = {
  readonly parts: readonly MaterialPart[];
  readonly text: string;
  /** It is what follows a gap. */
  readonly isCut: boolean;
};

function toSections(material: string): readonly Section[] {
  const sections: Section[] = [];
  let parts: readonly MaterialPart[] = ["answer", "files", "transcript"];
  let lines: string[] = [];
  let isCut = false;
  for (const line of [...material.split("\n"), undefined]) {
    const heading = line === undefined ? "everything" : readHeading(line);
    if (line !== undefined && heading === undefined) {
      lines.push(line);
      continue;
    }
    if (isCut || lines.length > 0) sections.push({ parts, text: lines.join("\n"), isCut });
    lines = [];
    isCut = heading === "gap";
    if (heading !== "gap" && heading !== undefined) parts = [heading];
  }
  return sections;
}

function wholesOf({ parts, text }: Section): readonly string[] {
  return parts.includes("answer") ? [text, ...text.split("\n")] : [text];
}
