import { lengthOf } from "./elements.ts";
import { type Machine, spend } from "./machine.ts";
import type { Scalar } from "./tree.ts";
import { bytes, constant, hole, joinLabels, labelsOf, listOf, noLabels, type Value } from "./value.ts";

const maxText = 1_048_576;

/** What an operator makes of two values. */
export function operate(machine: Machine, operator: string, operands: readonly [Value, Value]): Value {
  const [left, right] = operands;
  const labels = joinLabels(labelsOf(left), labelsOf(right));
  if (isComparison(operator)) return compare(operator, left, right);
  if (operator === "+") return add(machine, left, right);
  if (operator === "/" && left.name !== undefined && isPathName(left.name)) return joinPath(left, right);
  if (operator === "%" && typeof left.constant === "string") return formatPercent(left, right);
  if (operator === "*" || operator === "**") {
    const repeated = operator === "*" ? repeat(machine, left, right) : undefined;
    if (repeated) return repeated;
  }
  const { constant: a } = left;
  const { constant: b } = right;
  if (typeof a === "number" && typeof b === "number") {
    const result = calculate(operator, [a, b], machine.table.language === "python");
    if (result !== undefined) return constant(result, labels);
  }
  if (operator === "|" && left.fields && right.fields)
    return { fields: new Map([...left.fields, ...right.fields]), labels };
  return { labels };
}

function isComparison(operator: string): boolean {
  return /^(?:[=!]==?|[<>]=?|<>|in|not in|is|is not|instanceof)$/.test(operator);
}

function compare(operator: string, left: Value, right: Value): Value {
  const { constant: a } = left;
  const { constant: b } = right;
  if (left.isPartial || right.isPartial) return { labels: noLabels };
  if (/in$/.test(operator) && a !== undefined) {
    const isIn = contains(right, a);
    return isIn === undefined ? { labels: noLabels } : constant(isIn === !operator.startsWith("not"));
  }
  if (a === undefined || b === undefined) return { labels: noLabels };
  if (/^(?:===?|is)$/.test(operator)) return constant(a === b);
  if (/^(?:!==?|<>|is not)$/.test(operator)) return constant(a !== b);
  if (a === null || b === null || typeof a !== typeof b) return { labels: noLabels };
  if (operator === "<") return constant(a < b);
  if (operator === "<=") return constant(a <= b);
  if (operator === ">") return constant(a > b);
  return operator === ">=" ? constant(a >= b) : { labels: noLabels };
}

function contains(whole: Value, part: Scalar): boolean | undefined {
  if (typeof whole.constant === "string" && typeof part === "string") return whole.constant.includes(part);
  if (whole.items?.every((item) => item.constant !== undefined))
    return whole.items.some((item) => item.constant === part);
  if (whole.fields && typeof part === "string" && whole.labels.length === 0) return whole.fields.has(part);
  return undefined;
}

function calculate(
  operator: string,
  [a, b]: readonly [number, number],
  isPython: boolean,
): number | undefined {
  switch (operator) {
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? undefined : a / b;
    case "//":
      return b === 0 ? undefined : Math.floor(a / b);
    case "%":
      if (b === 0) return undefined;
      return isPython ? ((a % b) + b) % b : a % b;
    case "**":
      return a ** b;
    case "^":
      return a ^ b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "<<":
      return isPython ? a * 2 ** b : a << b;
    case ">>":
      return isPython ? Math.floor(a / 2 ** b) : a >> b;
    case ">>>":
      return a >>> b;
    default:
      return undefined;
  }
}

function add(machine: Machine, left: Value, right: Value): Value {
  const labels = joinLabels(left.labels, right.labels);
  if (left.items && right.items)
    return spend(machine.budget, "folded", left.items.length + right.items.length)
      ? listOf([...left.items, ...right.items], labels)
      : { labels: joinLabels(labelsOf(left), labelsOf(right)) };
  const { constant: a } = left;
  const { constant: b } = right;
  if (typeof a === "number" && typeof b === "number") return constant(a + b, labels);
  if (typeof a !== "string" && typeof b !== "string")
    return { labels: joinLabels(labelsOf(left), labelsOf(right)) };
  return concatenate(machine, [left, right]);
}

/** Texts one after the other; what is unknown becomes a hole. */
export function concatenate(machine: Machine, parts: readonly Value[], holes?: readonly string[]): Value {
  let labels = noLabels;
  let text = "";
  let isPartial = false;
  let isSplit = false;
  for (const [at, part] of parts.entries()) {
    labels = joinLabels(labels, labelsOf(part));
    const piece = textIn(part);
    isPartial ||= piece === undefined || part.isPartial === true;
    const added = piece ?? hole(holes?.[at] ?? "");
    isSplit ||= piece !== undefined && isWordSplit(text, added);
    text += added;
  }
  if (text.length > maxText || !spend(machine.budget, "folded", text.length >> 3)) return { labels };
  if (isSplit && !isPartial) labels = joinLabels(labels, [{ label: "decoded", from: "joined pieces" }]);
  const isBytes = parts.some((part) => part.isBytes);
  return { constant: text, isPartial: isPartial || undefined, isBytes: isBytes || undefined, labels };
}

/** A name cut in two, such as `"sys" + "tem"`, is one that should not be found. */
function isWordSplit(left: string, right: string): boolean {
  return /[a-z_]$/i.test(left.slice(-1)) && /^[a-z]/i.test(right) && right.length + left.length < 40;
}

function textIn({ constant: value }: Value): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function repeat(machine: Machine, left: Value, right: Value): Value | undefined {
  const [whole, count] = typeof left.constant === "number" ? [right, left] : [left, right];
  const length = lengthOf(whole);
  const times = count.constant;
  if (length === undefined || typeof times !== "number" || times < 0 || times * length > 65_536)
    return undefined;
  if (!spend(machine.budget, "folded", times * length)) return undefined;
  const { labels } = whole;
  if (whole.items) return listOf(Array.from({ length: times }, () => whole.items ?? []).flat(), labels);
  if (typeof whole.constant !== "string") return undefined;
  const text = whole.constant.repeat(times);
  return whole.isBytes ? bytes(text, labels) : constant(text, labels);
}

/** `"%s/%s" % (a, b)`. */
function formatPercent(format: Value, right: Value): Value {
  const values = right.items ?? [right];
  let labels = joinLabels(format.labels, labelsOf(right));
  let at = 0;
  let isPartial = format.isPartial === true;
  const text = String(format.constant).replace(
    /%(?:\((\w{1,40})\))?[-+ #0]{0,4}\d{0,4}(?:\.\d{1,4})?([a-zA-Z%])/g,
    (_whole, key: string | undefined, type: string) => {
      if (type === "%") return "%";
      const value = key === undefined ? values[at++] : right.fields?.get(key);
      const piece = value && textIn(value);
      isPartial ||= piece === undefined || value?.isPartial === true;
      if (type === "c" && typeof value?.constant === "number") return String.fromCharCode(value.constant);
      return piece ?? hole(key ?? "");
    },
  );
  labels = joinLabels(labels, noLabels);
  return { constant: text, isPartial: isPartial || undefined, labels };
}

function isPathName(name: string): boolean {
  return /^pathlib\.(?:Pure)?(?:Posix|Windows)?Path\b/.test(name);
}

/** `Path("a") / "b"`. */
function joinPath(left: Value, right: Value): Value {
  const labels = joinLabels(labelsOf(left), labelsOf(right));
  return { ...joinPaths([left, right]), name: left.name, labels };
}

/** Parts of a path; an absolute part starts over. */
export function joinPaths(parts: readonly Value[]): Value {
  let labels = noLabels;
  let path = "";
  let isPartial = false;
  for (const part of parts) {
    labels = joinLabels(labels, labelsOf(part));
    const piece = textIn(part);
    isPartial ||= piece === undefined || part.isPartial === true;
    const text = piece ?? hole("");
    if (path === "" || /^(?:[/~]|[A-Za-z]:[\\/])/.test(text)) path = text;
    else path = /[\\/]$/.test(path) ? path + text : `${path}/${text}`;
  }
  return { constant: path.slice(0, 4096), isPartial: isPartial || undefined, labels };
}
