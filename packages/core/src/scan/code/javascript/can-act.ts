import { createActGate } from "../flow/can-act.ts";
import { actionRows, methodRows } from "./action-rows.ts";
import { aliases } from "./javascript-table.ts";
import { sourceRows } from "./source-rows.ts";
import { textMethodRows, valueRows } from "./value-rows.ts";

/** Whether a program may act: it spells a name that does, or computes names. */
export const canAct: (text: string) => boolean = createActGate({
  functions: actionRows,
  methods: methodRows,
  others: [...sourceRows, ...valueRows, ...textMethodRows],
  aliases,
  reaching: ["require", "import", "Reflect"],
  shy: {
    // Modules that are named in full are reached by their names.
    require: /\brequire\b(?!\s{0,20}\(\s{0,20}(["'`])(?!https?:)[\w@./:-]{0,200}\1\s{0,20}\))/,
    import:
      /\bimport\s{0,20}(?:\/[*/]|\((?!\s{0,20}(["'`])(?!https?:)[\w@./:-]{0,200}\1\s{0,20}\)))|\b(?:from|import)\s{0,20}["'][^"'\n\\]{0,200}\\/,
    // The method of a class.
    constructor: /(?<![{};]\s{0,200})\bconstructor\b|\bconstructor\b(?!\s{0,20}\()/,
    setTimeout: timerOf("setTimeout"),
    setInterval: timerOf("setInterval"),
    setImmediate: timerOf("setImmediate"),
    // In templates, expressions and amounts of money.
    $: /(?<![\w$])\$(?![\w${"'/|\\])/,
  },
  computes: (text) => computedName.test(text),
});

/** A timer that does not start with a function. */
function timerOf(name: string): RegExp {
  return new RegExp(
    String.raw`\b${name}\b(?!\s{0,20}\(\s{0,20}(?:async\s{1,20})?(?:function\b|\([\w\s,]{0,200}\)\s{0,20}=>|\w{1,60}\s{0,20}=>))`,
  );
}

/** An element or property whose name is no plain constant. */
const computedName =
  /(?:[\w$)\]"'`}!?.]|(?<!=)>|\*\/)\s{0,200}\[(?!\s{0,20}(?:\d{1,20}|"[^"\\\n]{0,200}"|'[^'\\\n]{0,200}'|)\s{0,20}\])|\/\/[^\n]{0,400}\n\s{0,200}\[|[{,]\s{0,200}\[[^\]\n]{1,200}\]\s{0,20}:/;
