import type { Action, ReadActions, ScannedText } from "../../evidence.ts";
import { scanLimits } from "../../limits.ts";
import { call, callTheRest, defineClass } from "./call.ts";
import { evaluate, getItem, getMember, getNamed } from "./evaluate.ts";
import { execute } from "./execute.ts";
import { createActionLog } from "./log-actions.ts";
import type { Frame, LanguageTable, Machine } from "./machine.ts";
import type { Statement } from "./tree.ts";
import { noLabels, unknown } from "./value.ts";

export type Program = {
  readonly source: ScannedText;
  readonly read: ReadActions;
  readonly table: LanguageTable;
  /** The program, then the parts of it that stand too deep to be followed in place. */
  readonly parts: readonly (readonly Statement[])[];
};

/** Further nested calls and blocks would fill the stack. */
const maxLevel = 160;

/** A step takes as long as parsing so many characters. */
const stepCost = 8;

/** Follows a program from its first statement, then the functions and branches that nothing has run. */
export function interpret({ source, read, table, parts }: Program): readonly Action[] {
  const machine = createMachine(source, read, table);
  const frame: Frame = { scope: machine.globals, result: undefined, uncertain: 0, isQuoted: false };
  for (const part of parts) runWhole(machine, part, frame);
  callTheRest(machine, false);
  for (let at = 0; at < machine.later.length && at < 1000; at++) machine.later[at]?.();
  runSkipped(machine);
  if (machine.hasStored) callTheRest(machine, true);
  return machine.log.list();
}

function createMachine(source: ScannedText, read: ReadActions, table: LanguageTable): Machine {
  const effort = read.effort ?? { left: scanLimits.effort };
  const machine: Machine = {
    source,
    read,
    table,
    globals: { values: new Map() },
    log: createActionLog(),
    files: new Map(),
    environment: new Map(),
    calls: new Map(),
    defined: new Map(),
    uncalled: new Set(),
    classes: new Map(),
    skipped: new Map(),
    later: [],
    executed: new Set(),
    budget: { rounds: 40_000, folded: 4_194_304 },
    level: 0,
    standardInput: noLabels,
    hasStored: false,
    evaluate: (expression, frame) => {
      if (machine.level >= maxLevel || effort.left <= 0) return unknown;
      effort.left -= stepCost;
      machine.level++;
      const value = evaluate(machine, expression, frame);
      machine.level--;
      return value;
    },
    execute: (statements, frame) => {
      if (machine.level >= maxLevel) return undefined;
      machine.level++;
      const signal = execute(machine, statements, frame);
      machine.level--;
      return signal;
    },
    call: (callee, given) => call(machine, callee, given),
    getNamed: (name) => getNamed(machine, name),
    getMember: (object, name) => getMember(machine, object, name),
    getItem: (object, index) => getItem(machine, object, index),
    defineClass: (code, frame) => defineClass(machine, code, frame),
  };
  return machine;
}

/** A `return` or `break` outside of functions ends nothing. */
function runWhole(machine: Machine, statements: readonly Statement[], frame: Frame): void {
  const isHoisted = (one: Statement): boolean =>
    one.kind === "assign" && one.value.kind === "function" && one.value.code.isHoisted === true;
  const ordered = [...statements.filter(isHoisted), ...statements.filter((one) => !isHoisted(one))];
  for (const statement of ordered) machine.execute([statement], frame);
}

function runSkipped(machine: Machine): void {
  for (const [statements, frame] of machine.skipped)
    if (!machine.executed.has(statements)) runWhole(machine, statements, { ...frame, uncertain: 1 });
}
