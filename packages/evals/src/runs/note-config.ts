import type { EvalConfig } from "../formats/uaaps-case.ts";
import type { EvalRequest } from "./eval-request.ts";

/** Notes which settings of a package are not applied, so that no one relies on them. */
export function describeIgnoredConfig(config: EvalConfig, { judgeLabel }: EvalRequest): readonly string[] {
  const { engine, judge, sandbox, environment } = config;
  const variables = Object.keys(environment);
  return [
    `${file} asks for the engine ${engine}; cases run with Skillwright's own agent.`,
    ...(judge === undefined || judge === judgeLabel
      ? []
      : [
          `${file} asks for the judge ${judge}; ${judgeLabel === undefined ? "there is none here" : `this run uses ${judgeLabel}`}.`,
        ]),
    ...(sandbox.network
      ? [`${file} asks for network access; only the command line and the policies can grant it.`]
      : []),
    ...(sandbox.writablePaths.length > 0
      ? [`${file} limits where agents may write; here every agent writes only to its own folder.`]
      : []),
    ...(variables.length > 0
      ? [`${file} sets ${variables.join(", ")}; agents do not receive these variables.`]
      : []),
  ];
}

const file = "evals/eval-config.json";
