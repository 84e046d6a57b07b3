import { type Decision, isScriptTool, isSkillTool } from "@skillwright/core/policy";
import { toLeaseReason } from "../lease/lease-decision.ts";
import type { LeaseDenial } from "../lease/open-lease.ts";
import type { AgentName, ToolUse } from "./agent-dialect.ts";
import type { DecidedUse, Loading } from "./decide-uses.ts";
import type { FoundSkill, JudgeParts } from "./judge-parts.ts";
import type { ActiveRecord } from "./session-file.ts";

/** Refusals of a call because a hub has revoked an active skill. Skills can still be listed and left. */
export function denyActive(
  use: ToolUse,
  records: readonly ActiveRecord[],
  { lease }: JudgeParts,
): readonly DecidedUse[] {
  if (lease === undefined || (isSkillTool(use.tool) && !isScriptTool(use.tool))) return [];
  return records
    .filter(({ refused }) => refused === undefined)
    .flatMap((record) =>
      toDecided(use, lease.checkActive(record), "Nothing runs until the user's next message."),
    );
}

/** Refusals of skills that a call or a person loads. */
export function denyLoading(
  use: ToolUse,
  named: readonly Loading[],
  parts: JudgeParts,
): readonly DecidedUse[] {
  return named.flatMap(({ found }) => {
    const denials = found.map((skill) => parts.lease?.check(skill));
    const isDecided =
      managedWins.has(parts.agent) && found.some((one, at) => isManaged(one, denials[at], parts));
    return denials.flatMap((denial) =>
      isDecided && denial?.code === "not-deployed" ? [] : toDecided(use, denial),
    );
  });
}

/** Agents whose managed folder wins over others on equal names, so that what else has the name is not loaded. */
const managedWins: ReadonlySet<AgentName> = new Set(["claude-code"]);

function isManaged(
  { directory }: FoundSkill,
  denial: LeaseDenial | undefined,
  { lease }: JudgeParts,
): boolean {
  return denial === undefined && lease?.isManaged(directory) === true;
}

function toDecided(use: ToolUse, denial: LeaseDenial | undefined, more = ""): readonly DecidedUse[] {
  if (denial === undefined) return [];
  const decision: Decision = {
    ...{ effect: "deny", layer: "default", rule: "none", reason: toLeaseReason(denial.code) },
    detail: more === "" ? denial.text : `${denial.text} ${more}`,
  };
  return [{ use, decision }];
}
