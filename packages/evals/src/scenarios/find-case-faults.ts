import { printable } from "@skillwright/core/text";
import { readCheck } from "./read-check.ts";
import type { ScenarioCase } from "./scenario.ts";

/** What is wrong, and the words of the file that it is about. */
export type CaseFault = { readonly words: string; readonly message: string };

/** What is wrong with a case though it is written as it should be. */
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
        { words: value, message: `custom: there is no file ${printable(value.split(/\s/)[0] ?? "")}.` },
      ];
    if (check !== "words" || !isScripted) return [];
    const advice = "Name a script of the skill that checks it, such as tests/checks/NAME.py.";
    return [{ words: value, message: `custom: ${noJudge} ${advice}` }];
  });
}

const noJudge = "this needs a model to judge it, and a case with turns has none.";
