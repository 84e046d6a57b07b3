import { has, isMention } from "../../../scan/prose/phrases.ts";
import type { Reading } from "../../../scan/prose/reading.ts";
import { isOrder, leastScore, namesStore, type Request, scoreRequest } from "./score-request.ts";

/** An order to collect, a list of places and a receiver seldom take more statements. */
const longest = 5;

/** Passages of neighboring statements that together ask for secrets, without what was reported already. */
export function findPassages(
  readings: readonly Reading[],
  reported: ReadonlySet<Reading>,
): readonly Request[] {
  const found: Request[] = [];
  for (let at = 0; at < readings.length; ) {
    const request = bestFrom(readings, at);
    const taken = request === undefined ? 1 : readings.indexOf(request.last, at) - at + 1;
    if (request !== undefined && !readings.slice(at, at + taken).some((one) => reported.has(one)))
      found.push(request);
    at += taken;
  }
  return found;
}

function bestFrom(readings: readonly Reading[], at: number): Request | undefined {
  const first = readings[at];
  if (
    first === undefined ||
    !mayNameStores(first, readings[at + 1]) ||
    !mayStart(first) ||
    !isAboutSecrets(first, readings[at + 1]) ||
    isMention(first, { first: 0, last: 0 })
  )
    return undefined;
  for (let count = 1; count <= longest; count++) {
    const last = readings[at + count - 1];
    if (last === undefined || !isSamePassage(first, last)) return undefined;
    if (count > 1 && !continues(first, last)) return undefined;
    const request = scoreRequest(readings.slice(at, at + count));
    if (
      request !== undefined &&
      !request.first.statement.isQuoted &&
      request.score >= leastScore &&
      (request.stores > 1 || request.score > leastScore)
    )
      return request;
  }
  return undefined;
}

/** A quick look that spares most statements the rest. */
function mayNameStores(first: Reading, next: Reading | undefined): boolean {
  return [first, next].some(
    (one) =>
      one !== undefined &&
      (has(one, "secretFile", "secretVariable") ||
        storeWord.test(one.statement.plain) ||
        one.statement.plain.includes("~/")),
  );
}

const storeWord =
  /passw|login|credential|keys?\b|token|cookie|secret|wallet|phrase|mnemonic|vault|keychain|identity|environment|dialog|words|source|workspace|codebase|kubeconfig|customer|inbox|mail|names|prompts|about the user|dialog|conversation|transcript|history|clipboard|screenshot|keystroke|\betc\b|the user/i;

/** The first statement names what is wanted, or introduces a list that does. */
function isAboutSecrets(first: Reading, next: Reading | undefined): boolean {
  const { plain, kind } = first.statement;
  return (
    namesStore([first]) ||
    (next !== undefined && namesStore([next]) && (plain.endsWith(":") || kind === "item"))
  );
}

/** The items below an introducing sentence, and sentences that take up what was collected. */
function continues(first: Reading, next: Reading): boolean {
  const { plain, kind } = next.statement;
  if (next.words.length > mostWords) return false;
  if (kind === "item") return first.statement.plain.endsWith(":") || first.statement.kind === "item";
  return takesUp.test(plain);
}

const takesUp =
  /\b(?:it|them|these|both|the\s+(?:texts?|result|results|archive|object|list|copy|copies|values?|contents?|files?|output|data|bundle|report))\b/i;

/** Longer statements describe; an order names its objects. */
const mostWords = 45;

/** Prose in instructions: rows of tables and strings of programs describe. */
function mayStart(reading: Reading): boolean {
  const { kind, source } = reading.statement;
  return (
    reading.words.length <= mostWords &&
    kind !== "cell" &&
    kind !== "heading" &&
    kind !== "value" &&
    source.role !== "test" &&
    source.role !== "data" &&
    (source.language === "markdown" || source.language === "text") &&
    isOrder(reading)
  );
}

function isSamePassage(first: Reading, other: Reading): boolean {
  const { source, headings, span, kind } = first.statement;
  return (
    other.statement.source === source &&
    other.statement.headings.at(-1) === headings.at(-1) &&
    other.statement.headings.length === headings.length &&
    other.statement.kind !== "cell" &&
    (kind === "sentence" || other.statement.kind === kind) &&
    other.statement.span.start - span.start < 1500
  );
}
