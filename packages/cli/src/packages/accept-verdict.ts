import type { ReviewedScan } from "@skillwright/core/check";
import { type InstallRules, isWorse, maxVerdictOf, verdictOrder } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";
import { type Flags, type Invocation, UsageError } from "../command.ts";
import { verdictWords } from "../reporters/verdict-words.ts";

export const verdictFlags: Flags = {
  "accept-verdict": {
    type: "string",
    value: "VERDICT",
    help: "block: also take skills that the scan says to block, unless a policy forbids it.",
  },
};

type Scanned = { readonly name: string; readonly scan: ReviewedScan };

/** Why skills are refused for their verdicts, one sentence each. A policy's limit holds whatever the user accepts. */
export function refuseVerdicts(
  skills: readonly Scanned[],
  rules: readonly InstallRules[],
  invocation: Invocation,
): readonly string[] {
  const accepted = acceptedVerdict(invocation);
  const limit = maxVerdictOf(rules);
  return skills.flatMap(({ name, scan }) => {
    const found = `${printable(name)} is refused: its verdict is ${verdictWords(scan)}`;
    if (limit !== undefined && isWorse(scan.verdict, limit))
      return [`${found}, and policy allows at most ${limit}.`];
    if (scan.verdict !== "block" || accepted === "block") return [];
    return [`${found}. Read what it does; to take it anyway, pass --accept-verdict block.`];
  });
}

function acceptedVerdict(invocation: Invocation): string | undefined {
  const given = invocation.option("accept-verdict");
  if (given === undefined || verdictOrder.some((verdict) => verdict === given)) return given;
  throw new UsageError(`--accept-verdict is one of ${verdictOrder.join(", ")}; found '${given}'.`);
}
