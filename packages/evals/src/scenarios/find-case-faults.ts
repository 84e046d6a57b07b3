import { printable } from "@skillwright/core/text";
import { readCheck } from "./read-check.ts";
import type { ScenarioCase } from "./scenario.ts";

/** A fault, and the text in the file that it is about. */
export type CaseFault = { readonly words: string; readonly message: string };

/** Finds problems in a case whose syntax is valid. */
export function findCaseFaults(
  { assertions, turns, expectedBehavior = "", expectedOutput }: ScenarioCase,
  hasFile: (path: string) => boolean,
): readonly CaseFault[] {
  const isScripted = turns !== undefined;
  if (isScripted && assertions.length === 0 && expectedOutput === undefined)
    return [{ words: expectedBehavior, message: `expectedBehavior: ${noJudge} Add assertions.` }];
  const custom = assertions.filter(({ type }) => type === "custom");
  return custom.flatMap(({ value }): readonly CaseFault[] => {
    const check = readCheck(value, hasFile);
    if (check === "missing")
      return [
        {
          words: value,
          message: `custom: no such file in the skill: ${printable(value.split(/\s/)[0] ?? "")}.`,
        },
      ];
    if (check !== "words" || !isScripted) return [];
    const advice = "Name a script of the skill that checks it, such as tests/checks/NAME.py.";
    return [{ words: value, message: `custom: ${noJudge} ${advice}` }];
  });
}

const noJudge = "this needs a model as the judge, and a case with turns has none.";
