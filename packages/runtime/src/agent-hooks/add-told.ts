import type { AuditFact } from "@skillwright/core/audit";
import { tokenizeTools } from "@skillwright/core/parse";
import type { ActiveRecord } from "./active-record.ts";
import type { ToldSkill } from "./agent-dialect.ts";
import { addActive, folderOf } from "./change-active.ts";
import type { FoundSkill, JudgeParts } from "./judge-parts.ts";

/**
 * Activates a skill an agent reports as loaded. If the call's own lookup found the same, nothing changes; if the agent
 * found another skill by that name, both lists apply.
 */
export async function addTold({ skill, tools }: ToldSkill, parts: JudgeParts): Promise<readonly AuditFact[]> {
  const requestedTools = tools?.flatMap(tokenizeTools);
  const told: FoundSkill = {
    ...{ name: skill, directory: "", digest: "none" },
    ...(requestedTools === undefined ? {} : { requestedTools }),
  };
  const active = parts.state.read();
  if (active.some((record) => saysSame(record, told))) return [];
  return addActive({ found: [told], trigger: active.length > 0 ? "nested" : "model" }, parts);
}

function saysSame(record: ActiveRecord, { name, requestedTools }: FoundSkill): boolean {
  const own = name.slice(name.lastIndexOf(":") + 1);
  const isNamed = [name, own].includes(record.name) || folderOf(record) === own;
  return isNamed && (requestedTools === undefined || textsOf(record) === textsOf({ requestedTools }));
}

function textsOf({ requestedTools }: Pick<FoundSkill, "requestedTools">): string | undefined {
  return requestedTools && JSON.stringify(requestedTools.map(({ text }) => text).toSorted());
}
