import { elementOf, elementsOf } from "./elements.ts";
import type { Frame, Machine } from "./machine.ts";
import { operate } from "./operate.ts";
import type { Expression } from "./tree.ts";
import { joinLabels, labelsOf, listOf, merge, type Scope, unknown, type Value, withLabels } from "./value.ts";

export type Assignment = {
  readonly target: Expression;
  readonly operator: string;
  readonly value: Value;
  readonly declares: boolean;
};

/** Puts a value into a variable, a field, an element or a pattern of these. */
export function assign(machine: Machine, assignment: Assignment, frame: Frame): void {
  const { target, operator, declares } = assignment;
  if (operator !== "=" && operator !== ":=") {
    const before = machine.evaluate(target, frame);
    const sign = operator.slice(0, -1);
    const value = operate(machine, sign, [before, assignment.value]);
    assign(machine, { target, operator: "=", value, declares: false }, frame);
    return;
  }
  const { value } = assignment;
  switch (target.kind) {
    case "variable":
      setVariable(machine, { name: target.name, value, declares }, frame);
      break;
    case "member":
      setField(machine, { object: machine.evaluate(target.object, frame), key: target.name, value }, frame);
      break;
    case "item": {
      const object = machine.evaluate(target.object, frame);
      setItem(machine, { object, index: machine.evaluate(target.index, frame), value }, frame);
      break;
    }
    case "list":
      assignList(machine, { ...assignment, target }, frame);
      break;
    case "object":
      assignObject(machine, { ...assignment, target }, frame);
      break;
    case "assignment": {
      // A default: `{a = 1}`.
      const fallback = machine.evaluate(target.value, frame);
      const chosen = value === unknown ? fallback : value;
      assign(machine, { target: target.target, operator: "=", value: chosen, declares }, frame);
      break;
    }
    default:
      break;
  }
}

function assignList(
  machine: Machine,
  { target, value, declares }: Assignment & { readonly target: Expression & { readonly kind: "list" } },
  frame: Frame,
): void {
  const elements = elementsOf(value);
  target.items.forEach(({ value: part, isSpread }, at) => {
    const rest = isSpread && elements ? listOf(elements.slice(at)) : undefined;
    const found = rest ?? (elements ? (elements[at] ?? unknown) : elementOf(value));
    assign(machine, { target: part, operator: "=", value: found, declares }, frame);
  });
}

function assignObject(
  machine: Machine,
  { target, value, declares }: Assignment & { readonly target: Expression & { readonly kind: "object" } },
  frame: Frame,
): void {
  for (const { key, value: part, fallback } of target.entries) {
    const found = key ? machine.getItem(value, machine.evaluate(key, frame)) : value;
    const chosen = found === unknown && fallback ? machine.evaluate(fallback, frame) : found;
    assign(machine, { target: part, operator: "=", value: chosen, declares }, frame);
  }
}

type Named = { readonly name: string; readonly value: Value; readonly declares: boolean };

function setVariable(machine: Machine, { name, value, declares }: Named, frame: Frame): void {
  const scope = scopeFor(frame.scope, name, declares);
  if (scope !== frame.scope) noteStored(machine, value);
  const before = scope.values.get(name);
  scope.values.set(name, frame.uncertain > 0 ? merge(before, value) : value);
}

function scopeFor(scope: Scope, name: string, declares: boolean): Scope {
  if (declares && !scope.outer?.has(name)) return scope;
  let found: Scope | undefined = scope.outer?.has(name) ? scope.parent : scope;
  while (found && !found.values.has(name)) found = found.parent;
  if (found) return found;
  let outermost = scope;
  while (outermost.parent) outermost = outermost.parent;
  return scope.outer?.has(name) ? outermost : scope;
}

type Entry = { readonly object: Value; readonly key: string; readonly value: Value };

function setField(machine: Machine, { object, key, value }: Entry, frame: Frame): void {
  noteStored(machine, value);
  if (object.name !== undefined) {
    machine.environment.set(machine.table.canonicalName(`${object.name}.${key}`), value);
  }
  if (object.fields)
    object.fields.set(key, frame.uncertain > 0 ? merge(object.fields.get(key), value) : value);
  else if (object.items || isOwn(object)) addLabels(object, value);
}

type ItemEntry = { readonly object: Value; readonly index: Value; readonly value: Value };

function setItem(machine: Machine, { object, index, value }: ItemEntry, frame: Frame): void {
  noteStored(machine, value);
  const { constant } = index;
  if (object.items && typeof constant === "number") {
    const at = constant < 0 ? object.items.length + constant : constant;
    if (at >= 0 && at <= object.items.length) object.items[at] = value;
  } else if (typeof constant === "string" || typeof constant === "number") {
    setField(machine, { object, key: String(constant), value }, frame);
  } else if (object.items || object.fields || isOwn(object)) {
    addLabels(object, withLabels(value, labelsOf(index)));
  }
}

/** What a call returned belongs to this program; a library is shared by all of it. */
function isOwn({ name }: Value): boolean {
  return name?.includes("(") ?? false;
}

function addLabels(object: Value, value: Value): void {
  object.labels = joinLabels(object.labels, labelsOf(value));
}

function noteStored(machine: Machine, value: Value): void {
  if (!machine.hasStored && labelsOf(value).length > 0) machine.hasStored = true;
}
