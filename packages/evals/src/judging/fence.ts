import { cutMiddle } from "./cut-middle.ts";
import type { BoundaryOptions } from "./model-question.ts";
import { toVisibleText } from "./visible-text.ts";

/**
 * Puts untrusted text between two marks that it cannot contain, so that it cannot end early. The name tells
 * the model what it is.
 */
export function fence(
  name: string,
  text: string,
  { boundary, most = text.length }: BoundaryOptions & { readonly most?: number },
): string {
  const mark = toMark(boundary);
  const { head, tail, omitted } = cutMiddle(withoutMark(toVisibleText(text), mark), most);
  const inside = omitted === 0 ? head : `${head}\n[${omitted} characters left out]\n${tail}`;
  return `<${name}-${mark}>\n${inside}\n</${name}-${mark}>`;
}

/** The boundary as used in a question. A short one could occur by chance, or be guessed. */
export function toMark(boundary: string): string {
  const mark = boundary.replace(/[^A-Za-z0-9]/g, "");
  if (mark.length < shortestMark) throw new RangeError(`A boundary needs ${shortestMark} letters or digits.`);
  return mark;
}

const shortestMark = 8;

/** Puts untrusted text on one line. */
export function toLine(text: string, most: number): string {
  const line = toVisibleText(text.slice(0, 4 * most))
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= most && text.length <= 4 * most) return line;
  return `${line.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`;
}

function withoutMark(text: string, mark: string): string {
  return text.replace(new RegExp(mark, "gi"), "(removed)");
}
