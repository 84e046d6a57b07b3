import { parser } from "@lezer/python";
import type { Action, ReadActions, ScannedText } from "../evidence.ts";
import { interpret } from "./flow/interpret.ts";
import { asStatement, type Lowering } from "./flow/lowering.ts";
import { lowerAll, parseBounded } from "./flow/parse-bounded.ts";
import { canAct } from "./python/can-act.ts";
import { lowerExpression } from "./python/lower-expression.ts";
import { lowerStatements } from "./python/lower-statement.ts";
import { pythonTable } from "./python/python-table.ts";

/** What a Python program does. */
export function readPython(source: ScannedText, read: ReadActions): readonly Action[] {
  return canAct(source.text) ? followPython(source, read) : [];
}

/** The same whatever words the program has, which takes far longer. */
export function followPython(source: ScannedText, read: ReadActions): readonly Action[] {
  const lowering: Lowering = { text: source.text, depth: 0, deferred: [] };
  const parts = lowerAll(parseBounded(parser, source.text), {
    lowering,
    lowerWhole: (node) => lowerStatements(node, lowering),
    lowerDeferred: (node) =>
      node.name === "Body" ? lowerStatements(node, lowering) : [asStatement(lowerExpression(node, lowering))],
  });
  return interpret({ source, read, table: pythonTable, parts });
}
