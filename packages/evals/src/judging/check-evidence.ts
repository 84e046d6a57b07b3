import { countCodePoints, isJsonObject, type JsonObject, printable } from "@skillwright/core/text";
import type { Grade } from "../formats/grading.ts";
import { excerpt } from "../testing/excerpt.ts";
import { judgingLimits } from "./limits.ts";
import type { JudgeVerdict } from "./read-judgment.ts";
import { type Material, toQuotable } from "./read-material.ts";
import { readTextList } from "./read-values.ts";
import { type MaterialPart, materialParts } from "./to-material.ts";

/** The evidence that a judge gives. */
export type Evidence = { readonly quotes: readonly string[]; readonly absent: readonly Absence[] };
type Absence = { readonly text: string; readonly from: MaterialPart };

type CheckedEvidence = {
  /** There is evidence, and all of it checks out. */
  readonly isProof: boolean;
  /** Evidence that checks out, in words for people. */
  readonly shown: readonly string[];
  /** Evidence that does not, and why. */
  readonly faults: readonly string[];
};

/**
 * Checks quotes against the agent's work, and that absent words are absent. Absence alone proves nothing,
 * because most words are absent: the statement must name the words, or a quote must show what is there
 * instead.
 */
function checkEvidence({ quotes, absent }: Evidence, material: Material, statement: string): CheckedEvidence {
  const quoted = quotes.map((quote) => ({ shown: toQuote(quote), fault: findQuoteFault(quote, material) }));
  const isShown = quoted.some(({ fault }) => fault === undefined);
  const missing = absent.map((absence) => ({
    shown: `${toQuote(absence.text)} is not in ${places[absence.from]}`,
    fault:
      findAbsenceFault(absence, material) ??
      (isShown || mentions(statement, absence.text)
        ? undefined
        : `the absence of ${toQuote(absence.text)} proves nothing by itself: the statement does not name it, and no quote shows what is there instead`),
  }));
  const checks = [...quoted, ...missing];
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

function findQuoteFault(quote: string, { parts, work, wholes }: Material): string | undefined {
  const wanted = toQuotable(quote);
  if (!/[\p{L}\p{N}\p{So}]/u.test(wanted)) return `the quote ${toQuote(quote)} has no words`;
  if (!parts.everything.text.includes(wanted)) return `the quote ${toQuote(quote)} is not in the material`;
  if (!work.includes(wanted))
    return `the quote ${toQuote(quote)} contains the layout of the material, or a call that failed`;
  // A few letters occur in every text; as a whole line they are an answer.
  if (quoteLength(wanted) < judgingLimits.quoteCharacters && !wholes.has(wanted))
    return `the quote ${toQuote(quote)} is too short to prove anything`;
  return undefined;
}

function findAbsenceFault({ text, from }: Absence, { parts }: Material): string | undefined {
  const wanted = toQuotable(text).toLowerCase();
  const place = places[from];
  if (wanted === "" || wanted.length > judgingLimits.absentCharacters)
    return `the absence of ${toQuote(text)} proves nothing`;
  if (parts[from].text.toLowerCase().includes(wanted)) return `${toQuote(text)} is in ${place}`;
  if (parts[from].isCut) return `${toQuote(text)} may be in the part of ${place} that was left out`;
  return parts[from].text === ""
    ? `the absence of ${toQuote(text)} proves nothing: ${place} has no content`
    : undefined;
}

/** Whether a statement contains these whole words. */
function mentions(statement: string, words: string): boolean {
  const text = ` ${toQuotable(statement).toLowerCase()} `;
  const wanted = toQuotable(words).toLowerCase();
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (!isInWord(text.slice(at - 1, at + 1)) && !isInWord(text.slice(end - 1, end + 1))) return true;
  }
  return false;
}

function isInWord(two: string): boolean {
  return /^[\p{L}\p{N}]{2}$/u.test(two);
}

/** Counts characters without spaces; those that represent a syllable or a word count as three. */
function quoteLength(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) ?? [];
  return countCodePoints(text.replace(/\s/g, "")) + 2 * dense.length;
}

function toQuote(text: string): string {
  return `"${excerpt(printable(text.replace(/\s+/g, " ").trim()), 0, judgingLimits.shownQuoteCharacters)}"`;
}

/** Reads the evidence for one verdict; undefined when it cannot be read. */
export function readEvidence({ quotes, quote, absent }: JsonObject): Evidence | undefined {
  const texts = readTextList(quotes ?? quote);
  const absences = toList(absent).map(readAbsence);
  if (!texts || texts.length + absences.length > judgingLimits.quotes) return undefined;
  const known = absences.filter((absence) => absence !== undefined);
  return known.length === absences.length ? { quotes: texts, absent: known } : undefined;
}

function toList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === "") return [];
  return Array.isArray(value) ? value : [value];
}

/** A plain string must be absent everywhere. */
function readAbsence(value: unknown): Absence | undefined {
  if (typeof value === "string") return { text: value, from: "everything" };
  if (!isJsonObject(value) || typeof value.text !== "string") return undefined;
  const from = materialParts.find((part) => part === (value.from ?? "everything"));
  return from && { text: value.text, from };
}

/** A verdict with checked evidence; `unproven` says why a pass was rejected. */
export type CheckedGrade = { readonly grade: Grade; readonly unproven?: string };

/** A pass needs proof; a fail stands by itself. */
export function toGrade(text: string, verdict: JudgeVerdict, material: Material): CheckedGrade {
  const { isProof, shown, faults } = checkEvidence(verdict.evidence, material, text);
  const said = [shown.join(", "), verdict.reason].filter((part) => part !== "").join(" – ");
  if (!verdict.passed)
    return { grade: { text, passed: false, evidence: cut(said || "The judge gave no reason.") } };
  if (isProof) return { grade: { text, passed: true, evidence: cut(said) } };
  const unproven = cut(faults.join("; "));
  const evidence = cut(`Passed by the judge, but not proved: ${unproven}.${said && ` It said: ${said}`}`);
  return { grade: { text, passed: false, evidence }, unproven };
}

function cut(text: string): string {
  return excerpt(text, 0, judgingLimits.judgedEvidenceCharacters);
}
