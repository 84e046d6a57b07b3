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

/**
 * Removes invisible characters, which could hide instructions to a model or split words so that no search
 * finds them. Normalizes line breaks.
 */
export function toVisibleText(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n").replace(unseen, "");
}

/**
 * Control and format characters, surrogates, private use, selectors and fillers; not tabs and line breaks.
 */
const unseen = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;

/** The start and the end of a text, which say the most, and how many characters were left out. */
type CutText = { readonly head: string; readonly tail: string; readonly omitted: number };

export function cutMiddle(text: string, most: number): CutText {
  if (text.length <= most) return { head: text, tail: "", omitted: 0 };
  const head = text.slice(0, Math.ceil(most * 0.7)).replace(/[\ud800-\udbff]$/, "");
  const tail = text.slice(text.length - Math.floor(most * 0.3)).replace(/^[\udc00-\udfff]/, "");
  return { head, tail, omitted: text.length - head.length - tail.length };
}

/** One question for a model that judges or writes. */
export type ModelQuestion = { readonly system: string; readonly prompt: string };

/** A word that the authors of the quoted texts cannot know; a new one for each question. */
export type BoundaryOptions = { readonly boundary: string };
