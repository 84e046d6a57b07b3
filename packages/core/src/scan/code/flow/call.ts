import { assign } from "./assign.ts";
import { elementOf } from "./elements.ts";
import { labelsOfCall } from "./labels-of-call.ts";
import { type Call, type Frame, type Machine, spend } from "./machine.ts";
import { isOwn, perform } from "./perform.ts";
import type { ClassCode, Expression, Parameter } from "./tree.ts";
import {
  type Closure,
  joinLabels,
  labeled,
  labelsOf,
  listOf,
  noLabels,
  type Scope,
  unknown,
  type Value,
  withLabels,
} from "./value.ts";

/** Calls further inside calls are followed from their definition instead. */
const maxLevel = 80;

/** Each function is followed so often without a look at the budget. */
const freeCalls = 8;

/** What a call returns; does what it does. */
export function call(machine: Machine, callee: Value, given: Call): Value {
  if (callee.code) return callFunction(machine, callee.code, given) ?? passedThrough(given);
  if (callee.classCode) return instantiate(machine, { ...callee, classCode: callee.classCode }, given);
  if (callee.name !== undefined) return callNamed(machine, callee.name, given);
  runCallbacks(machine, given, labelsOfCall(given));
  return passedThrough(given);
}

/** What comes out may hold all that went in. */
function passedThrough(given: Call): Value {
  return { labels: labelsOfCall(given) };
}

/** The function's result; undefined if it is not followed. */
function callFunction(machine: Machine, { code, scope }: Closure, given: Call): Value | undefined {
  const count = machine.calls.get(code) ?? 0;
  if (machine.level > maxLevel) return undefined;
  if (count >= freeCalls && !spend(machine.budget, "rounds", 1 + ((code.end - code.start) >> 5)))
    return undefined;
  machine.calls.set(code, count + 1);
  const inner: Scope = { values: new Map(), parent: scope };
  const frame: Frame = { scope: inner, result: undefined, uncertain: 0, isQuoted: given.frame.isQuoted };
  const args = code.isMethod && given.self ? [given.self, ...given.args] : given.args;
  if (!code.isArrow && given.self) inner.values.set("this", given.self);
  if (!code.isArrow) inner.values.set("arguments", listOf(args));
  bindParameters(machine, code.parameters, { ...given, args, frame });
  machine.execute(code.body, frame);
  return frame.result ?? unknown;
}

function bindParameters(machine: Machine, parameters: readonly Parameter[], given: Call): void {
  const { args, named, frame } = given;
  const bind = (target: Expression, value: Value): void =>
    assign(machine, { target, operator: "=", value, declares: true }, frame);
  let at = 0;
  for (const { target, fallback, rest } of parameters) {
    if (rest === "list") {
      bind(target, listOf(args.slice(at)));
      at = args.length;
      continue;
    }
    if (rest === "object") {
      bind(target, { fields: new Map(named), labels: noLabels });
      continue;
    }
    const keyword = target.kind === "variable" ? named.get(target.name) : undefined;
    const value = keyword ?? args[at];
    if (keyword === undefined) at++;
    bind(target, value ?? (fallback ? machine.evaluate(fallback, frame) : unknown));
  }
}

function callNamed(machine: Machine, name: string, given: Call): Value {
  const method = name.slice(name.lastIndexOf(".") + 1);
  const effect = machine.table.functions.get(name) ?? machine.table.methods.get(method);
  if (effect) {
    const folded = effect.fold?.(given, machine);
    if (folded) return folded;
    const performed = perform(machine, { effect, name }, given);
    const result = effect.connect ? performed : withLabels(performed, fetchedBy(method, given));
    runCallbacks(machine, given, labelsOf(result));
    // Handlers run when what they belong to has a name.
    if (effect.connect) machine.later.push(() => runCallbacks(machine, given, labelsOf(result)));
    return result;
  }
  const labels = joinLabels(labelsOfCall(given), fetchedBy(method, given));
  const fromCallbacks = runCallbacks(machine, given, labels);
  // What a message or form is given, it holds from then on.
  if (given.self && isOwn(given.self) && !/ArgumentParser\(\)/.test(given.self.name ?? ""))
    given.self.labels = joinLabels(given.self.labels, labels);
  return { name: `${name}()`.slice(-160), labels: joinLabels(labels, fromCallbacks) };
}

/** A library that no table names and that opens or gets an address returns what is there. */
function fetchedBy(method: string, { args }: Call): Value["labels"] {
  const address = args[0]?.constant;
  if (typeof address !== "string" || !/^https?:\/\//.test(address) || !fetching.test(method)) return noLabels;
  return [{ label: "remote", from: address }];
}

const fetching = /^(?:open|get|read|load|fetch|download|request|retrieve|pull|grab|stream)/i;

/** Functions among the arguments may be called with whatever the call knows. */
function runCallbacks(machine: Machine, given: Call, labels: Value["labels"]): Value["labels"] {
  let found = noLabels;
  const handed = given.self && given.self.name !== undefined ? given.self : undefined;
  for (const arg of [...given.args, ...given.named.values()]) {
    if (!arg.code) continue;
    const known = arg.code.code.parameters.map(() => ({ ...(handed ? elementOf(handed) : {}), labels }));
    const args = arg.self ? known.slice(1) : known;
    const result = callFunction(machine, arg.code, { ...given, args, named: new Map(), self: arg.self });
    if (result) found = joinLabels(found, labelsOf(result));
  }
  return found;
}

export function defineClass(machine: Machine, code: ClassCode, frame: Frame): Value {
  const bases = code.bases.map((base) => machine.evaluate(base, frame));
  const scope: Scope = { values: new Map(), parent: frame.scope, isClass: true };
  machine.execute(code.body, { ...frame, scope, result: undefined });
  const fields = new Map([...bases.flatMap((base) => [...(base.fields ?? [])]), ...scope.values]);
  const base = bases.find(({ name }) => name !== undefined)?.name;
  const value: Value = {
    fields,
    classCode: code,
    target: base ? { name: base, labels: noLabels } : undefined,
    labels: noLabels,
  };
  machine.classes.set(code, value);
  return value;
}

function instantiate(machine: Machine, value: Value & { readonly classCode: ClassCode }, given: Call): Value {
  machine.calls.set(value.classCode, (machine.calls.get(value.classCode) ?? 0) + 1);
  const base = value.target?.name;
  const instance: Value = { fields: new Map(value.fields), name: base && `${base}()`, labels: noLabels };
  for (const { code } of instance.fields?.values() ?? [])
    if (code) machine.defined.set(code.code, { closure: code, self: instance });
  const initializer = instance.fields?.get(machine.table.initializer)?.code;
  if (initializer) callFunction(machine, initializer, { ...given, self: instance });
  return instance;
}

/** Follows what nothing in the text calls: its callers may stand elsewhere. */
export function callTheRest(machine: Machine, isRepeated: boolean): void {
  const from = (code: Closure["code"], self: Value | undefined): Call => {
    const own = code.isMethod ? code.parameters.slice(1) : code.parameters;
    const args = own.map(({ target }) =>
      labeled(unknown, "input", target.kind === "variable" ? target.name : "argument"),
    );
    const isQuoted = machine.source.role === "test" && /^test_/.test(code.name ?? "");
    const frame: Frame = { scope: machine.globals, result: undefined, uncertain: 0, isQuoted };
    return { span: code, args, named: new Map(), frame, self };
  };
  for (const [code, value] of machine.classes) {
    if (machine.calls.has(code)) continue;
    const initializer = value.fields?.get(machine.table.initializer)?.code;
    instantiate(machine, { ...value, classCode: code }, from(initializer?.code ?? emptyCode, undefined));
  }
  const isPending = (code: Closure["code"]): boolean =>
    isRepeated ? machine.uncalled.has(code) : !machine.calls.has(code);
  for (const [code, { closure, self }] of machine.defined) {
    if (!isPending(code)) continue;
    machine.uncalled.add(code);
    callFunction(machine, closure, from(code, self));
  }
}

const emptyCode: Closure["code"] = { start: 0, end: 0, name: undefined, parameters: [], body: [] };
