import { formatError, SkillError } from "@skillwright/core";
import type { AuditFact, Trigger } from "@skillwright/core/audit";
import type { LoadedEntry } from "@skillwright/core/catalog";
import { type PolicyLayer, readDeclaredLimits, skillLayer } from "@skillwright/core/policy";
import { compact, printable } from "@skillwright/core/text";
import { type Activation, begin, findLoaded, type Leaver, type Lifetime } from "../activations.ts";
import { versionIn } from "../lease/used-skill.ts";
import { type Activated, toActiveSkill } from "./active-skills.ts";
import { admitActivation, admitHooks, refuseUnverified } from "./admit-activation.ts";
import { checkActivation, isForked, loadEntry, type Refused, refused } from "./check-activation.ts";
import { runInlineCommands } from "./inline-commands.ts";
import { applyChange } from "./leave-skills.ts";
import { renderSkill } from "./render-skill.ts";
import { checkEntry } from "./revoke-skills.ts";
import type { ActivateRequest, ActivationResult, ActiveSkill } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";

/** Result of an activation in the session's order: settled there, or continued outside in a sub-agent. */
export type Settlement = ActivationResult | { readonly status: "forks"; readonly beginning: Beginning };

/** Activates a skill, or returns why not. Runs in the session's order, so nothing else changes concurrently. */
export async function activateSkill(request: ActivateRequest, parts: SessionParts): Promise<Settlement> {
  const trigger = triggerOf(request, parts);
  const result =
    (await write(parts, { event: "skill-activating", skill: request.skill, trigger })) ??
    (await settle(request, trigger, parts));
  if (result.status !== "refused") return result;
  const { code } = result;
  await write(parts, { event: "skill-refused", skill: request.skill, trigger, reason: code });
  return result;
}

/** A skill a model requests while another is active counts as nested. */
function triggerOf({ trigger = "model" }: ActivateRequest, { active }: SessionParts): Trigger {
  return trigger === "model" && active.list().length > 0 ? "nested" : trigger;
}

async function settle(request: ActivateRequest, trigger: Trigger, parts: SessionParts): Promise<Settlement> {
  const entry = await loadEntry(request.skill, parts);
  if ("status" in entry) return entry;
  const denied = checkEntry(entry, parts);
  if (denied !== undefined) return denied;
  const unverified = await refuseUnverified(entry, parts);
  if (unverified !== undefined) return unverified;
  const beginning = { entry, request, trigger };
  const wanted = toActivation(beginning, layerOf(entry, parts));
  const again = renewIdentical(wanted, parts);
  if (again !== undefined)
    return { status: "already-active", skill: toActiveSkill(again), text: alreadyText(again) };
  const candidate = { entry, trigger, restriction: wanted.restriction };
  const refusal = checkActivation(candidate, parts) ?? (await admitActivation(entry, request.call, parts));
  if (refusal !== undefined) return refusal;
  return isForked(entry, parts) ? { status: "forks", beginning } : beginSkill(beginning, parts);
}

/**
 * The innermost skill, if it is this one with the same content and arguments. It keeps the longer of the two lifetimes, and once
 * the user asks for it, only the user may leave it.
 */
function renewIdentical(wanted: Omit<Activation, "activation">, parts: SessionParts): Activated | undefined {
  const active = parts.active.list();
  const again = findLoaded(active, wanted);
  if (again === undefined || active.at(-1)?.family !== wanted.family) return undefined;
  const change = begin(active, { ...again, ...wanted });
  parts.active.set(change.active);
  return findLoaded(change.active, wanted);
}

/** What decides how long it stays. A skill the user starts is theirs, until their next message if nothing else is requested. */
function toActivation(
  { entry: { skill, digest, manifest }, request, trigger }: Beginning,
  layer: PolicyLayer,
): Omit<Activation, "activation"> {
  const isByUser = trigger === "user";
  const lifetime: Lifetime = isByUser ? "turn" : "until-deactivated";
  const leaver: Leaver = isByUser ? "user" : "model";
  return {
    family: skill.id,
    // Everything in a skill that holds an agent back.
    restriction: JSON.stringify([layer, manifest.hooks, manifest.composition?.conflicts]),
    instructions: JSON.stringify([digest, request.arguments ?? ""]),
    lifetime: request.lifetime ?? lifetime,
    leaver: request.leaver ?? leaver,
  };
}

function alreadyText({ skill }: Activated): string {
  return `The "${printable(skill.name)}" skill is already active; its instructions are above. Keep following them.`;
}

/** A skill that may be activated. */
export type Beginning = {
  readonly entry: LoadedEntry;
  readonly request: ActivateRequest;
  readonly trigger: Trigger;
};

/** Activates an admitted skill. Runs in the session's order. */
export async function beginSkill(beginning: Beginning, parts: SessionParts): Promise<ActivationResult> {
  const { entry, request } = beginning;
  const layer = layerOf(entry, parts);
  const outputs = await runInlineCommands({ entry, layer }, parts);
  if ("status" in outputs) return outputs;
  const text = renderSkill({ entry, request, outputs }, parts);
  const activated = toActivated(beginning, { layer, text }, parts);
  if ("status" in activated) return activated;
  const blocked = (await admitHooks(activated, parts)) ?? (await parts.hooks.begin(activated));
  if (blocked !== undefined) return refused("hook-blocked", blocked);
  const { name, digest, activation, trigger, mode, requestedTools } = activated.skill;
  const fact = {
    event: "skill-activated",
    skill: { name, digest },
    activation,
    trigger,
    mode,
    ...compact({ requestedTools }),
  } as const;
  const unwritten = await write(parts, fact);
  if (unwritten !== undefined) return unwritten;
  const change = begin(parts.active.list(), activated);
  await applyChange(change, "activated-again", parts);
  const [began = activated] = change.began;
  return { status: "activated", skill: toActiveSkill(began), text };
}

function layerOf(
  { skill, manifest, directory = skill.directory }: LoadedEntry,
  { settings }: SessionParts,
): PolicyLayer {
  const { requestedTools, disallowedTools, security } = manifest;
  const variables = { SKILL_DIR: directory, CLAUDE_SKILL_DIR: directory, baseDir: directory };
  return skillLayer({
    name: skill.id,
    mode: settings.mode,
    emptyList: settings.emptyList,
    requestedTools,
    disallowedTools,
    declared: readDeclaredLimits(security),
    variables,
  });
}

function toActivated(
  beginning: Beginning,
  { layer, text }: { readonly layer: PolicyLayer; readonly text: string },
  { clock, settings, hooks }: SessionParts,
): Activated | Refused {
  const { entry, trigger } = beginning;
  const { skill, manifest, digest, files, directory = skill.directory } = entry;
  const read = hooks.read(manifest.hooks, { name: skill.name, digest, directory });
  if ("problem" in read) return refused("hook-unavailable", read.problem);
  const requestedTools = manifest.requestedTools?.map((pattern) => pattern.text);
  const activation = clock.createId();
  return {
    ...toActivation(beginning, layer),
    activation,
    layer,
    hooks: read,
    conflicts: manifest.composition?.conflicts ?? [],
    ...compact({ version: versionIn(entry.skill) }),
    skill: {
      activation,
      id: skill.id,
      name: skill.name,
      digest,
      directory,
      files,
      trigger,
      mode: settings.mode,
      content: text,
      ...compact({ requestedTools, model: manifest.model }),
      ...(manifest.context === "fork" && settings.hostForks ? { forks: toFork(manifest) } : {}),
    },
  };
}

function toFork({ agent }: LoadedEntry["manifest"]): NonNullable<ActiveSkill["forks"]> {
  return compact({ agent });
}

/** Records a fact; a refusal if the log is required and cannot be written. */
export async function write({ recorder }: SessionParts, fact: AuditFact): Promise<Refused | undefined> {
  try {
    await recorder.record(fact);
    return undefined;
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return refused("audit-unavailable", formatError(error));
  }
}
