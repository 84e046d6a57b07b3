import type { EvalConfig } from "../formats/eval-case.ts";
import type { EvalRequest } from "./eval-request.ts";

/** What of a package's wishes is not followed here: it must not be thought to be in force. */
export function noteConfig(config: EvalConfig, { judgeLabel }: EvalRequest): readonly string[] {
  const { engine, judge, sandbox, environment } = config;
  const variables = Object.keys(environment);
  return [
    `${file} names the engine ${engine}; cases run with Skillwright's own agent.`,
    ...(judge === undefined || judge === judgeLabel
      ? []
      : [
          `${file} names the judge ${judge}; ${judgeLabel === undefined ? "there is none" : `it is ${judgeLabel}`} here.`,
        ]),
    ...(sandbox.network ? [`${file} asks for a network; whether there is one is not for it to say.`] : []),
    ...(sandbox.writablePaths.length > 0
      ? [`${file} limits where agents may write; here that is a folder of their own.`]
      : []),
    ...(variables.length > 0 ? [`${file} sets ${variables.join(", ")}; agents here do not get that.`] : []),
  ];
}

const file = "evals/eval-config.json";
