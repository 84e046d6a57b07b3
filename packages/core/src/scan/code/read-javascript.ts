import { parser } from "@lezer/javascript";
import type { Action, ReadActions, ScannedText } from "../evidence.ts";
import { interpret } from "./flow/interpret.ts";
import { asStatement, type Lowering } from "./flow/lowering.ts";
import { lowerAll, parseBounded } from "./flow/parse-bounded.ts";
import { canAct } from "./javascript/can-act.ts";
import { javaScriptTable } from "./javascript/javascript-table.ts";
import { lowerExpression, lowerStatements } from "./javascript/lower-statement.ts";

const typed = parser.configure({ dialect: "ts jsx" });

/** What a JavaScript or TypeScript program does. */
export function readJavaScript(source: ScannedText, read: ReadActions): readonly Action[] {
  return canAct(source.text) ? followJavaScript(source, read) : [];
}

/** The same whatever words the program has, which takes far longer. */
export function followJavaScript(source: ScannedText, read: ReadActions): readonly Action[] {
  const lowering: Lowering = { text: source.text, depth: 0, deferred: [] };
  const parts = lowerAll(parseBounded(typed, source.text), {
    lowering,
    lowerWhole: (node) => lowerStatements(node, lowering),
    lowerDeferred: (node) =>
      /Block$|Statement$|Declaration$/.test(node.name)
        ? lowerStatements(node, lowering)
        : [asStatement(lowerExpression(node, lowering))],
  });
  return interpret({ source, read, table: javaScriptTable, parts });
}
