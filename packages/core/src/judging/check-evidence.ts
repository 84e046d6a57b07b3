import { limits } from "../limits.ts";
import { excerpt } from "../testing/excerpt.ts";
import { countCodePoints } from "../text/code-points.ts";
import { printable } from "../text/printable.ts";
import type { MaterialPart } from "./material-headings.ts";
import { toQuotable } from "./quotable-text.ts";
import type { Material } from "./read-material.ts";

/** What a judge gives to show that something is so. */
export type Evidence = { readonly quotes: readonly string[]; readonly absent: readonly Absence[] };
export type Absence = { readonly text: string; readonly from: MaterialPart };

export type CheckedEvidence = {
  /** There is some, and all of it is as the judge says. */
  readonly isProof: boolean;
  /** What is as the judge says, in words for people. */
  readonly shown: readonly string[];
  /** What is not, and why. */
  readonly faults: readonly string[];
};

/** Looks for quotes in what the judge saw, and for words that should not be there. */
export function checkEvidence({ quotes, absent }: Evidence, material: Material): CheckedEvidence {
  const checks = [
    ...quotes.map((quote) => ({ shown: show(quote), fault: findQuoteFault(quote, material) })),
    ...absent.map((absence) => ({
      shown: `${show(absence.text)} is not in ${places[absence.from]}`,
      fault: findAbsenceFault(absence, material),
    })),
  ];
  const faults = checks.flatMap(({ fault }) => fault ?? []);
  return {
    isProof: checks.length > 0 && faults.length === 0,
    shown: checks.flatMap(({ shown, fault }) => (fault === undefined ? shown : [])),
    faults: checks.length > 0 ? faults : ["there is no quote"],
  };
}

const places: Readonly<Record<MaterialPart, string>> = {
  answer: "the answer",
  files: "the files",
  transcript: "the transcript",
  everything: "the material",
};

function findQuoteFault(quote: string, { parts, wholes }: Material): string | undefined {
  const wanted = toQuotable(quote);
  if (!/[\p{L}\p{N}\p{So}]/u.test(wanted)) return `the quote ${show(quote)} has no words`;
  if (!parts.everything.text.includes(wanted)) return `the quote ${show(quote)} is not in the material`;
  // A few letters stand in every text; as a whole line they are what was answered.
  if (weigh(wanted) < limits.quoteCharacters && !wholes.has(wanted))
    return `the quote ${show(quote)} is too short to show anything`;
  return undefined;
}

function findAbsenceFault({ text, from }: Absence, { parts }: Material): string | undefined {
  const wanted = toQuotable(text).toLowerCase();
  const place = places[from];
  if (wanted === "" || wanted.length > limits.absentCharacters)
    return `that ${show(text)} is missing shows nothing`;
  if (parts[from].text.toLowerCase().includes(wanted)) return `${show(text)} is in ${place}`;
  if (parts[from].isCut)
    return `nobody knows whether ${show(text)} is in ${place}, of which a part was left out`;
  return parts[from].text === ""
    ? `that ${show(text)} is not in ${place} shows nothing: it is empty`
    : undefined;
}

/** Characters but for blanks; those that stand for a syllable or a word count for three. */
function weigh(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) ?? [];
  return countCodePoints(text.replace(/\s/g, "")) + 2 * dense.length;
}

function show(text: string): string {
  return `"${excerpt(printable(text.replace(/\s+/g, " ").trim()), 0, limits.shownQuoteCharacters)}"`;
}
