import { assign } from "./assign.ts";
import { elementOf, elementsOf } from "./elements.ts";
import type { Frame, Machine, Signal } from "./machine.ts";
import { spend } from "./machine.ts";
import type { ImportedName, Statement } from "./tree.ts";
import { labelsOf, listOf, merge, named, truthOf, unknown, type Value, withLabels } from "./value.ts";

/** How many rounds of one loop are followed where each can be. */
const maxRounds = 4096;

/** Follows statements in order; branches that only the run decides are all taken. */
export function execute(machine: Machine, statements: readonly Statement[], frame: Frame): Signal {
  machine.executed.add(statements);
  for (const statement of statements) hoist(machine, statement, frame);
  for (const statement of statements) {
    const signal = executeOne(machine, statement, frame);
    if (signal !== undefined) return signal;
  }
  return undefined;
}

/** JavaScript's functions can be called before their declaration. */
function hoist(machine: Machine, statement: Statement, frame: Frame): void {
  if (machine.table.language !== "javascript") return;
  if (statement.kind === "assign" && statement.value.kind === "function" && statement.value.code.isHoisted)
    executeOne(machine, statement, frame);
}

function executeOne(machine: Machine, statement: Statement, frame: Frame): Signal {
  switch (statement.kind) {
    case "expression":
      machine.evaluate(statement.value, frame);
      return undefined;
    case "assign": {
      const { target, operator, declares } = statement;
      assign(machine, { target, operator, declares, value: machine.evaluate(statement.value, frame) }, frame);
      return undefined;
    }
    case "import":
      for (const name of statement.names) bindImport(machine, { module: statement.module, name }, frame);
      return undefined;
    case "outer":
      frame.scope.outer = new Set([...(frame.scope.outer ?? []), ...statement.names]);
      return undefined;
    case "return":
      frame.result = merge(
        frame.result,
        statement.value ? machine.evaluate(statement.value, frame) : unknown,
      );
      return "return";
    case "yield":
      frame.result = withElement(frame.result, machine.evaluate(statement.value, frame));
      return undefined;
    case "break":
    case "continue":
      return statement.kind;
    case "block":
      return machine.execute(statement.body, frame);
    case "branch":
      return branch(machine, statement, frame);
    case "for":
      return loopOver(machine, statement, frame);
    case "while":
      return loopWhile(machine, statement, frame);
    case "try": {
      const signal = machine.execute(statement.body, frame);
      maybe(machine, statement.handlers, frame);
      return signal;
    }
  }
}

/** Elements of one generator that are told apart. */
const maxYielded = 64;

function withElement(before: Value | undefined, value: Value): Value {
  const items = before?.items ?? [];
  if (items.length < maxYielded) return listOf([...items, value]);
  return withLabels(before ?? unknown, labelsOf(value));
}

function bindImport(
  { table }: Machine,
  { module, name }: { readonly module: string; readonly name: ImportedName },
  { scope }: Frame,
): void {
  if (name.name === "*") return;
  const full = name.name === undefined ? module : `${module}.${name.name}`;
  scope.values.set(name.as, named(table.canonicalName(full)));
}

/** Follows what may not run: what it sets is one of several possibilities, and its end ends nothing else. */
function maybe(machine: Machine, statements: readonly Statement[], frame: Frame): Signal {
  frame.uncertain++;
  const signal = machine.execute(statements, frame);
  frame.uncertain--;
  return signal;
}

function branch(
  machine: Machine,
  { test, bodies }: Statement & { readonly kind: "branch" },
  frame: Frame,
): Signal {
  const decided = test && truthOf(machine.evaluate(test, frame));
  if (decided === undefined) {
    const signals = bodies.map((body) => maybe(machine, body, frame));
    const isExhaustive = bodies.length > 1 && signals.every((signal) => signal !== undefined);
    return isExhaustive ? signals[0] : undefined;
  }
  const [yes = [], no = []] = bodies;
  const other = decided ? no : yes;
  skip(machine, other, frame);
  return machine.execute(decided ? yes : no, frame);
}

/** What a constant condition rules out is followed at the end, unless something else runs it. */
function skip(machine: Machine, statements: readonly Statement[], frame: Frame): void {
  if (statements.length > 0 && !machine.executed.has(statements))
    machine.skipped.set(statements, { ...frame });
}

function loopOver(machine: Machine, loop: Statement & { readonly kind: "for" }, frame: Frame): Signal {
  const iterable = machine.evaluate(loop.iterable, frame);
  const elements = elementsOf(iterable, loop.isOverKeys);
  const declares = true;
  const round = (value: Value): Signal => {
    assign(machine, { target: loop.target, operator: "=", declares, value }, frame);
    return machine.execute(loop.body, frame);
  };
  if (
    elements &&
    elements.length <= maxRounds &&
    spend(machine.budget, "rounds", elements.length * weigh(loop))
  ) {
    // The body may append to what it loops over.
    for (const element of [...elements]) {
      const signal = round(element);
      if (signal === "return") return signal;
      if (signal === "break") break;
    }
    return undefined;
  }
  twice(frame, () => round(elementOf(iterable)));
  return undefined;
}

/** A round costs as much as there is to follow. */
function weigh({ start, end }: Statement): number {
  return 1 + ((end - start) >> 5);
}

/** A second round sees what the first one left. */
function twice(frame: Frame, round: () => unknown): void {
  frame.uncertain++;
  round();
  round();
  frame.uncertain--;
}

function loopWhile(machine: Machine, loop: Statement & { readonly kind: "while" }, frame: Frame): Signal {
  const isEndless = loop.test === undefined || loop.test.kind === "constant";
  let rounds = 0;
  for (;;) {
    const decided = loop.test ? truthOf(machine.evaluate(loop.test, frame)) : true;
    if (decided === false) {
      if (rounds === 0) skip(machine, loop.body, frame);
      return undefined;
    }
    const isExact = decided === true && !(isEndless && rounds > 1);
    if (!isExact || rounds >= maxRounds || !spend(machine.budget, "rounds", weigh(loop))) break;
    rounds++;
    const signal = machine.execute(loop.body, frame);
    if (signal === "return") return signal;
    if (signal === "break") return undefined;
    if (loop.update) machine.evaluate(loop.update, frame);
  }
  if (rounds === 0) twice(frame, () => machine.execute(loop.body, frame));
  return undefined;
}
