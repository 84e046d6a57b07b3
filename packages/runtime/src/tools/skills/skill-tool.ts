import { SkillError } from "@skillwright/core";
import type { JsonObject } from "@skillwright/core/text";
import type { Session } from "../../session/session.ts";
import type { Executor } from "../create-tool.ts";
import type { ActivationCall } from "../tool.ts";
import type { SkillInput } from "./definitions.ts";

/** OmniForge's Skill tool: loads a skill for this conversation. */
export function createSkill(
  session: Pick<Session, "activate">,
): Executor<SkillInput, JsonObject, ActivationCall> {
  return async ({ skill, args }, { call, signal }) => {
    const given = args === undefined ? {} : { arguments: args };
    const stop = signal === undefined ? {} : { signal };
    const activation = await session.activate({ skill, call, ...given, ...stop });
    if (activation.status === "refused")
      throw new SkillError("tool-input-invalid", { reason: activation.text });
    const { name, directory, requestedTools = null } = activation.skill;
    if (activation.status === "forked") return { skill_name: name, forked: true, content: activation.text };
    return {
      skill_name: name,
      base_path: directory,
      content: activation.text,
      allowed_tools: requestedTools,
      args: args ?? null,
    };
  };
}
