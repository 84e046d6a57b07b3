import { SkillError } from "@skillwright/core";
import type { JsonObject } from "@skillwright/core/text";
import { compact } from "@skillwright/core/text";
import type { ActiveSkill, Session } from "../../session/session.ts";
import type { Executor } from "../create-tool.ts";
import { type EnvelopeContent, refusalNotice } from "../envelope.ts";
import type { ActivationCall } from "../tool.ts";
import type { DeactivateInput, LoadInput, SkillInput } from "./definitions.ts";

/** VibeTavern's skills_load: activates a skill and returns its instructions. */
export function createLoad(
  session: Pick<Session, "activate">,
): Executor<LoadInput, EnvelopeContent, ActivationCall> {
  return async ({ name, args }, { call, signal }) => {
    const activation = await session.activate({
      skill: name,
      call,
      ...compact({ arguments: args, signal }),
    });
    if (activation.status === "refused") return { errors: [refusalNotice(name, activation)] };
    const { id, digest, files, directory, requestedTools = null } = activation.skill;
    if (activation.status === "forked")
      return { data: { name: id, digest, forked: true, content: activation.text } };
    const data = {
      name: id,
      activation: activation.skill.activation,
      digest,
      content: activation.text,
      files,
      allowed_tools: requestedTools,
      base_path: directory,
      ...toForkRequest(activation.skill),
    };
    if (activation.status === "activated") return { data };
    return { data, warnings: [{ code: "ALREADY_LOADED", message: activation.text }] };
  };
}

/** For a host that starts sub-agents itself. */
function toForkRequest({ forks, model }: ActiveSkill): JsonObject {
  return forks === undefined ? {} : { fork_request: { agent: forks.agent ?? null, model: model ?? null } };
}

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

export function createDeactivate(
  session: Pick<Session, "deactivate">,
): Executor<DeactivateInput, EnvelopeContent> {
  return async ({ name }) => {
    const { left, text } = await session.deactivate(name);
    return { data: { left, message: text } };
  };
}
