import { assign } from "./assign.ts";
import { elementOf, elementsOf, itemAt, lengthOf, sliceOf } from "./elements.ts";
import type { Call, Frame, Machine } from "./machine.ts";
import { spend } from "./machine.ts";
import { concatenate, operate } from "./operate.ts";
import type { Argument, Comprehension, Entry, Expression } from "./tree.ts";
import {
  constant,
  isKnown,
  joinLabels,
  labeled,
  labelsOf,
  listOf,
  merge,
  named,
  noLabels,
  type Scope,
  truthOf,
  unknown,
  type Value,
  withLabels,
} from "./value.ts";

/** What an expression is, as far as reading shows; does what its calls do. */
export function evaluate(machine: Machine, expression: Expression, frame: Frame): Value {
  switch (expression.kind) {
    case "constant":
      return { constant: expression.value, isBytes: expression.isBytes || undefined, labels: noLabels };
    case "template":
      return template(machine, expression.parts, frame);
    case "variable":
      return lookUp(machine, expression.name, frame.scope);
    case "member":
      return machine.getMember(machine.evaluate(expression.object, frame), expression.name);
    case "item":
      return getItem(
        machine,
        machine.evaluate(expression.object, frame),
        machine.evaluate(expression.index, frame),
      );
    case "slice":
      return slice(machine, expression, frame);
    case "call":
      return evaluateCall(machine, expression, frame);
    case "operation":
      return expression.rest.reduce(
        (left, { operator, value }) => operate(machine, operator, [left, machine.evaluate(value, frame)]),
        machine.evaluate(expression.first, frame),
      );
    case "unary":
      return unary(expression.operator, machine.evaluate(expression.value, frame));
    case "choice":
      return choose(machine, expression, frame);
    case "list":
      return listOf(expression.items.flatMap((item) => spread(machine, item, frame)));
    case "object":
      return objectOf(machine, expression.entries, frame);
    case "function":
      return define(machine, expression, frame);
    case "class":
      return machine.defineClass(expression.code, frame);
    case "comprehension":
      return comprehend(machine, expression, frame);
    case "assignment": {
      const value = machine.evaluate(expression.value, frame);
      const { target, operator } = expression;
      assign(machine, { target, operator, value, declares: false }, frame);
      return value;
    }
    case "parts": {
      const values = expression.parts.map((part) => machine.evaluate(part, frame));
      if (expression.isLast) return values.at(-1) ?? unknown;
      return { labels: values.map(labelsOf).reduce(joinLabels, noLabels) };
    }
  }
}

function slice(machine: Machine, expression: Expression & { readonly kind: "slice" }, frame: Frame): Value {
  const object = machine.evaluate(expression.object, frame);
  const bounds = expression.bounds.map((bound) => bound && machine.evaluate(bound, frame).constant);
  const isExact = bounds.every((bound) => bound === undefined || typeof bound === "number");
  const numbers = bounds.map((bound) => (typeof bound === "number" ? bound : undefined));
  const cut = isExact && spend(machine.budget, "folded", (lengthOf(object) ?? 0) >> 3);
  return (cut ? sliceOf(object, numbers) : undefined) ?? { ...elementOf(object), name: object.name };
}

function template(machine: Machine, parts: readonly Expression[], frame: Frame): Value {
  const values = parts.map((part) => machine.evaluate(part, frame));
  const holes = parts.map((part) => (part.kind === "variable" || part.kind === "member" ? part.name : ""));
  return concatenate(machine, values, holes);
}

function lookUp(machine: Machine, name: string, scope: Scope): Value {
  for (let one: Scope | undefined = scope; one !== undefined; one = one.parent) {
    const found = one.values.get(name);
    if (found) return found;
  }
  return machine.getNamed(name);
}

/** A function or value of a library, with the labels of what it always holds. */
export function getNamed(machine: Machine, plain: string): Value {
  const name = machine.table.canonicalName(plain);
  const assigned = machine.environment.get(name);
  if (assigned) return assigned;
  const effect = machine.table.members.get(name);
  if (effect === undefined) return named(name);
  if (effect.fold) {
    const frame = { scope: machine.globals, result: undefined, uncertain: 0, isQuoted: false };
    const call: Call = { span: { start: 0, end: 0 }, args: [], named: new Map(), frame };
    return effect.fold(call, machine) ?? named(name);
  }
  const value = named(effect.returns ?? name);
  return effect.gives ? labeled(value, effect.gives, effect.from ?? name) : value;
}

export function getMember(machine: Machine, object: Value, name: string): Value {
  const field = object.fields?.get(name);
  if (field) return field.code ? { ...field, self: object } : field;
  const item = machine.table.language === "javascript" && machine.table.itemOf(machine, object, name);
  if (item) return item;
  if (object.name !== undefined) {
    const found = machine.getNamed(`${object.name}.${name}`);
    return { ...found, self: object, labels: joinLabels(found.labels, labelsOf(object)) };
  }
  const length = name === "length" ? lengthOf(object) : undefined;
  if (length !== undefined) return constant(length);
  return { name: `.${name}`, self: object, labels: labelsOf(object) };
}

export function getItem(machine: Machine, object: Value, index: Value): Value {
  const key = index.constant;
  if (typeof key === "number") {
    const found = itemAt(object, key);
    if (found) return withLabels(found, index.labels);
  }
  if ((typeof key === "string" || typeof key === "number") && !index.isPartial) {
    const field = object.fields?.get(String(key));
    if (field) return field.code ? { ...field, self: object } : field;
    if (object.fields && !object.name && labelsOf(object).length === 0 && typeof key === "string")
      return unknown;
    const fromTable = machine.table.itemOf(machine, object, String(key));
    if (fromTable) return withLabels(fromTable, index.labels);
    const isMethod = object.name !== undefined || machine.table.language === "javascript";
    if (typeof key === "string" && isMethod) {
      const member = getMember(machine, object, key);
      return index.labels.length > 0 ? withLabels(member, index.labels) : member;
    }
  }
  return withLabels(elementOf(object), labelsOf(index));
}

function unary(operator: string, value: Value): Value {
  const known = value.constant;
  if (operator === "-" && typeof known === "number") return constant(-known, value.labels);
  if (operator === "~" && typeof known === "number") return constant(~known, value.labels);
  if (operator === "+" && typeof known === "string") return constant(Number(known), value.labels);
  if (operator === "!" || operator === "not") {
    const truth = truthOf(value);
    return truth === undefined ? unknown : constant(!truth);
  }
  if (operator === "typeof" || operator === "delete" || operator === "void") return unknown;
  return value;
}

function choose(
  machine: Machine,
  { test, options }: Expression & { readonly kind: "choice" },
  frame: Frame,
): Value {
  const decided = test && truthOf(machine.evaluate(test, frame));
  const values = options.map((option) => machine.evaluate(option, frame));
  const [first = unknown, second = unknown] = values;
  if (decided !== undefined) return decided ? first : second;
  if (test === undefined && isKnown(first) && first.constant !== null && first.constant !== "")
    return withLabels(first, labelsOf(second));
  return merge(second, first);
}

/** A function that is called with a list's elements in a loop may double them each time. */
const mostSpread = 4096;

function spread(machine: Machine, { value, isSpread }: Argument, frame: Frame): readonly Value[] {
  const one = machine.evaluate(value, frame);
  if (!isSpread) return [one];
  const elements = elementsOf(one);
  return elements && elements.length <= mostSpread ? elements : [elementOf(one)];
}

function objectOf(machine: Machine, entries: readonly Entry[], frame: Frame): Value {
  const fields = new Map<string, Value>();
  let labels = noLabels;
  for (const { key, value } of entries) {
    const one = machine.evaluate(value, frame);
    if (key === undefined) {
      for (const [name, field] of one.fields ?? []) fields.set(name, field);
      labels = joinLabels(labels, one.fields ? one.labels : labelsOf(one));
      continue;
    }
    const name = machine.evaluate(key, frame);
    if (name.constant === undefined || name.isPartial)
      labels = joinLabels(labels, joinLabels(labelsOf(name), labelsOf(one)));
    else fields.set(String(name.constant), one);
  }
  return { fields, labels };
}

function define(machine: Machine, { code }: Expression & { readonly kind: "function" }, frame: Frame): Value {
  const closure = {
    code,
    scope: frame.scope.isClass && frame.scope.parent ? frame.scope.parent : frame.scope,
  };
  for (const parameter of code.decorators ?? []) machine.evaluate(parameter, frame);
  if (!machine.defined.has(code)) machine.defined.set(code, { closure });
  return { code: closure, labels: noLabels };
}

/** Callee, arguments and keywords of a call, then what it does. */
function evaluateCall(
  machine: Machine,
  { callee, args, start, end }: Expression & { readonly kind: "call" },
  frame: Frame,
): Value {
  const target = machine.evaluate(callee, frame);
  const positional: Value[] = [];
  const keywords = new Map<string, Value>();
  for (const arg of args) {
    if (arg.name === undefined) positional.push(...spread(machine, arg, frame));
    else if (arg.name !== "") keywords.set(arg.name, machine.evaluate(arg.value, frame));
    else {
      const options = machine.evaluate(arg.value, frame);
      for (const [key, value] of options.fields ?? []) keywords.set(key, value);
      if (!options.fields) keywords.set("**", options);
    }
  }
  return machine.call(target, {
    span: { start, end },
    args: positional,
    named: keywords,
    frame,
    self: target.self,
    via: target.code ? undefined : target.labels,
  });
}

function comprehend(machine: Machine, { key, element, clauses }: Comprehension, frame: Frame): Value {
  const inner: Frame = { ...frame, scope: { values: new Map(), parent: frame.scope } };
  const items: Value[] = [];
  const fields = new Map<string, Value>();
  let isExact = true;
  let labels = noLabels;
  const walk = (at: number): void => {
    const clause = clauses[at];
    if (clause === undefined || at > 8) {
      const value = machine.evaluate(element, inner);
      const name = key && machine.evaluate(key, inner);
      items.push(value);
      if (name?.constant !== undefined) fields.set(String(name.constant), value);
      else if (name) labels = joinLabels(labels, joinLabels(labelsOf(name), labelsOf(value)));
      return;
    }
    if ("test" in clause) {
      const decided = truthOf(machine.evaluate(clause.test, inner));
      if (decided !== false) walk(at + 1);
      return;
    }
    const iterable = machine.evaluate(clause.iterable, inner);
    const elements = elementsOf(iterable);
    const isBounded = elements && elements.length <= 4096 && spend(machine.budget, "rounds", elements.length);
    if (!isBounded) isExact = false;
    for (const value of isBounded ? [...elements] : [elementOf(iterable)]) {
      assign(machine, { target: clause.target, operator: "=", declares: true, value }, inner);
      walk(at + 1);
    }
  };
  walk(0);
  if (key) return { fields, labels };
  if (isExact) return listOf(items, labels);
  return { labels: joinLabels(labels, labelsOf(listOf(items))) };
}
