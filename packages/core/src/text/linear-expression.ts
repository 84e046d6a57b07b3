import { limits } from "../limits.ts";
import { type Assertion, type ExpressionTree, readExpression } from "./read-expression.ts";

/**
 * Whether an expression matches anywhere in a text. Undefined when the work was not enough: it takes time proportional
 * to the text, but a large expression has a large factor.
 */
export type LinearExpression = (text: string, work?: Work) => boolean | undefined;

/** How many steps matching may take; counts down, so that several texts can share it. */
export type Work = { left: number };

/**
 * Compiles the pattern of a `RegExp`. If it cannot, `fault` says why: "it uses look-around, which is not supported".
 *
 * Patterns of skills, models and files run only here. A backtracking engine such as the one of `RegExp` takes exponential
 * time on some of them; this one follows all alternatives at once, and therefore has no look-around and no back references.
 */
export function compileLinear(
  pattern: string,
  { ignoreCase = false, multiline = false }: LinearOptions = {},
): LinearExpression | { readonly fault: string } {
  const flags = ignoreCase ? "i" : "";
  if (pattern.length > limits.expressionCharacters)
    return { fault: `it has more than ${limits.expressionCharacters} characters` };
  const problem = syntaxProblem(pattern, flags);
  if (problem !== undefined) return { fault: problem };
  const tree = readExpression(pattern);
  if (tree.kind === "fault") return { fault: `it uses ${tree.uses}, which is not supported` };
  const program = toProgram(tree);
  if (program === undefined) return { fault: "it repeats too much" };
  return createMatcher(program, { flags, multiline });
}

export type LinearOptions = {
  readonly ignoreCase?: boolean;
  /** `^` and `$` also match at line ends. */
  readonly multiline?: boolean;
};

function syntaxProblem(pattern: string, flags: string): string | undefined {
  try {
    // Only parsed, never run.
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return /^Invalid regular expression: .*: (.+)$/s.exec(error.message)?.[1] ?? error.message;
  }
}

/** A place in an expression: what comes next there, and where that leads. */
type State =
  | { readonly kind: "unit"; readonly unit: number; readonly next: number }
  | { readonly kind: "assertion"; readonly mark: Assertion; readonly next: number }
  | { readonly kind: "split"; readonly next: number[] }
  | { readonly kind: "match" };

type Program = {
  readonly states: readonly State[];
  readonly start: number;
  readonly units: readonly string[];
};

/** Built from the end, so that each part knows what comes after it. Undefined if it is too large. */
function toProgram(tree: ExpressionTree): Program | undefined {
  const states: State[] = [{ kind: "match" }];
  const units = new Map<string, number>();
  let room: number = limits.expressionStates;
  const add = (state: State): number => states.push(state) - 1;
  const emit = (part: ExpressionTree, next: number): number => {
    if (--room <= 0) return next;
    switch (part.kind) {
      case "unit": {
        const unit = units.get(part.source) ?? units.size;
        units.set(part.source, unit);
        return add({ kind: "unit", unit, next });
      }
      case "assertion":
        return add({ kind: "assertion", mark: part.mark, next });
      case "sequence":
        return part.parts.reduceRight((at, one) => emit(one, at), next);
      case "choice":
        return add({ kind: "split", next: part.parts.map((one) => emit(one, next)) });
      case "repeat":
        return emitRepeat(part, next);
    }
  };
  const emitRepeat = ({ part, least, most }: Repeat, next: number): number => {
    let at = most === Infinity ? emitLoop(part, next) : next;
    for (let left = most === Infinity ? 0 : most - least; left > 0 && room > 0; left--)
      at = add({ kind: "split", next: [emit(part, at), next] });
    for (let left = least; left > 0 && room > 0; left--) at = emit(part, at);
    return at;
  };
  const emitLoop = (part: ExpressionTree, next: number): number => {
    const ways = [next];
    const start = add({ kind: "split", next: ways });
    ways.push(emit(part, start));
    return start;
  };
  const start = emit(tree, 0);
  return room > 0 ? { states, start, units: [...units.keys()] } : undefined;
}

type Repeat = Extract<ExpressionTree, { kind: "repeat" }>;

/** What a unit is for assertions; `edge` is before the first and after the last. */
type UnitKind = "edge" | "line" | "word" | "other";

/** Units that no part of the expression tells apart. */
type Letter = { readonly id: number; readonly kind: UnitKind; readonly fits: readonly boolean[] };

/** Where an expression may be after some text; the same place has the same future, so steps are remembered. */
type Place = {
  readonly states: readonly number[];
  readonly before: UnitKind;
  readonly steps: (Place | "match" | undefined)[];
};

function createMatcher({ states, start, units }: Program, options: MatcherOptions): LinearExpression {
  const letterOf = createLetters(units, options.flags);
  let memory = createMemory(start);
  const step = (place: Place, letter: Letter, work: Work): Place | "match" => {
    const reached = new Set(place.states);
    const next = new Set([start]);
    const border = { before: place.before, after: letter.kind };
    for (const at of reached) {
      const state = states[at];
      if (state === undefined || state.kind === "match") return "match";
      if (state.kind === "split") for (const one of state.next) reached.add(one);
      else if (state.kind === "unit") letter.fits[state.unit] && next.add(state.next);
      else if (holds(state.mark, border, options)) reached.add(state.next);
    }
    work.left -= reached.size + next.size;
    if (memory.room() < 0) memory = createMemory(start);
    return memory.placeOf(
      [...next].sort((one, other) => one - other),
      letter.kind,
    );
  };
  return (text, work = { left: limits.expressionWork }) => {
    let place = memory.first;
    for (let index = 0; index <= text.length; index++) {
      const letter = index === text.length ? end : letterOf(text.charCodeAt(index));
      const known = place.steps[letter.id];
      if (known === undefined && work.left <= 0) return undefined;
      const next = known ?? step(place, letter, work);
      if (next === "match") return true;
      place.steps[letter.id] = next;
      place = next;
    }
    return false;
  };
}

type MatcherOptions = { readonly flags: string; readonly multiline: boolean };

/** Behind the last unit. */
const end: Letter = { id: 0, kind: "edge", fits: [] };

type Memory = {
  readonly first: Place;
  placeOf(states: readonly number[], before: UnitKind): Place;
  room(): number;
};

function createMemory(start: number): Memory {
  const places = new Map<string, Place>();
  let room: number = limits.expressionMemory;
  const placeOf = (states: readonly number[], before: UnitKind): Place => {
    const key = `${before} ${states.join()}`;
    const place = places.get(key) ?? { states, before, steps: [] };
    if (places.size !== places.set(key, place).size) room -= states.length + 1;
    return place;
  };
  return { first: placeOf([start], "edge"), placeOf, room: () => room };
}

/** Each unit is tried alone, which takes no backtracking and has exactly the meaning it has in a `RegExp`. */
function createLetters(units: readonly string[], flags: string): (unit: number) => Letter {
  const tests = units.map((source) => new RegExp(`^(?:${source})$`, flags));
  const ascii: Letter[] = [];
  const others = new Map<number, Letter>();
  const byProfile = new Map<string, Letter>();
  const learn = (unit: number): Letter => {
    const text = String.fromCharCode(unit);
    const kind = kindOf(text);
    const fits = tests.map((test) => test.test(text));
    const profile = `${kind} ${fits.map(Number).join("")}`;
    const letter = byProfile.get(profile) ?? { id: byProfile.size + 1, kind, fits };
    byProfile.set(profile, letter);
    if (unit < 128) ascii[unit] = letter;
    else others.set(unit, letter);
    return letter;
  };
  return (unit) => (unit < 128 ? ascii[unit] : others.get(unit)) ?? learn(unit);
}

function kindOf(unit: string): UnitKind {
  if (/[\n\r\u2028\u2029]/.test(unit)) return "line";
  return /\w/.test(unit) ? "word" : "other";
}

type Border = { readonly before: UnitKind; readonly after: UnitKind };

function holds(mark: Assertion, { before, after }: Border, { multiline }: MatcherOptions): boolean {
  const isEdge = (kind: UnitKind): boolean => kind === "edge" || (multiline && kind === "line");
  if (mark === "^") return isEdge(before);
  if (mark === "$") return isEdge(after);
  return ((before === "word") !== (after === "word")) === (mark === "\\b");
}
