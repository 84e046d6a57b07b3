import {
  type AuditFact,
  type Catalog,
  type Decision,
  decide,
  formatDecision,
  formatError,
  type LoadedEntry,
  type PolicyLayer,
  printable,
  SkillError,
  skillLayer,
  type Trigger,
} from "@skillwright/core";
import type { Activated } from "./active-skills.ts";
import { checkPlace } from "./check-place.ts";
import { createDenial } from "./denial.ts";
import { runInlineCommands } from "./inline-commands.ts";
import { leaveSkills } from "./leave-skills.ts";
import { type Refused, refused } from "./refused.ts";
import { renderSkill } from "./render-skill.ts";
import type { ActivateRequest, ActivationResult, MadeCall, RefusalCode } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";

/** Activates a skill, or says why not. Runs in the session's queue, so nothing else changes meanwhile. */
export async function activateSkill(
  request: ActivateRequest,
  parts: SessionParts,
): Promise<ActivationResult> {
  const trigger = triggerOf(request, parts);
  const result =
    (await write(parts, { event: "skill-activating", skill: request.skill, trigger })) ??
    (await settle(request, trigger, parts));
  if (result.status !== "refused") return result;
  const { code } = result;
  await write(parts, { event: "skill-refused", skill: request.skill, trigger, reason: code });
  return result;
}

/** A skill that a model asks for while another is active was led there by it. */
function triggerOf({ trigger = "model" }: ActivateRequest, { active }: SessionParts): Trigger {
  return trigger === "model" && active.list().length > 0 ? "nested" : trigger;
}

async function settle(
  request: ActivateRequest,
  trigger: Trigger,
  parts: SessionParts,
): Promise<ActivationResult> {
  const entry = await load(request.skill, parts);
  if ("status" in entry) return entry;
  const again = findAgain(entry, request, parts);
  if (again !== undefined) return { status: "already-active", skill: again.skill, text: alreadyText(again) };
  const refusal = checkPlace({ entry, trigger }, parts) ?? (await checkPolicy(entry, request.call, parts));
  if (refusal !== undefined) return refusal;
  return begin({ entry, request, trigger }, parts);
}

async function load(reference: string, { catalog }: SessionParts): Promise<LoadedEntry | Refused> {
  try {
    return await catalog.load(reference);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    const near =
      error.code === "skill-unknown" && error.details.hint === "" ? await findNear(reference, catalog) : "";
    return refused(loadCodes[error.code] ?? "skill-invalid", `${formatError(error)}${near}`);
  }
}

/** A name that is no skill's, read as what it is meant to say. */
async function findNear(reference: string, catalog: Catalog): Promise<string> {
  const hits = await catalog.search(reference, { limit: 3 });
  const names = hits.flatMap(({ skill }) => (catalog.mayModelChoose(skill) ? [printable(skill.id)] : []));
  return names.length === 0 ? "" : ` Perhaps one of these: ${names.join(", ")}.`;
}

const loadCodes: Readonly<Record<string, RefusalCode>> = {
  "skill-unknown": "skill-unknown",
  "skill-ambiguous": "skill-ambiguous",
  "skill-disabled": "skill-disabled",
  "skill-changed": "skill-changed",
};

/** The innermost skill, when it is this one with the same content and arguments. */
function findAgain(
  entry: LoadedEntry,
  request: ActivateRequest,
  { active }: SessionParts,
): Activated | undefined {
  const top = active.list().at(-1);
  const isSame =
    top?.skill.id === entry.skill.id &&
    top.skill.digest === entry.digest &&
    top.arguments === (request.arguments ?? "");
  return isSame ? top : undefined;
}

function alreadyText({ skill }: Activated): string {
  return `The "${printable(skill.name)}" skill is already active; its instructions stand above. Go on following them.`;
}

/** Rules may speak of skills by name, `Skill(deploy-*)`, and of the tool that was called; hooks of active skills see the call. */
async function checkPolicy(
  entry: LoadedEntry,
  made: MadeCall | undefined,
  parts: SessionParts,
): Promise<Refused | undefined> {
  const own = { id: parts.clock.createId(), tool: "Skill", input: { skill: entry.skill.id } };
  const decisions = [own, ...(made === undefined ? [] : [made])].map(({ tool, input }) =>
    decide(parts.toRequest(tool, input), parts.active.layers()),
  );
  const strictest =
    decisions.find(({ effect }) => effect === "deny") ?? decisions.find(({ effect }) => effect === "ask");
  const call = made ?? own;
  const refuse = (because?: string): Refused => {
    const decision = strictest ?? (decisions[0] as Decision);
    const denied = { tool: call.tool, decision, ...(because === undefined ? {} : { because }) };
    return refused("denied", createDenial(denied, parts.active.list()).text);
  };
  if (strictest?.effect === "deny") return refuse();
  const answer = strictest === undefined ? undefined : await parts.askPerson.ask(call);
  if (answer !== undefined && "because" in answer) return refuse(answer.because);
  const { blocked, asks } = await parts.hooks.run(call, parts.hooks.before(call));
  if (blocked !== undefined) return refused("hook-blocked", blocked);
  const wanted = asks && answer === undefined ? await parts.askPerson.ask(call) : undefined;
  return wanted !== undefined && "because" in wanted ? refuse(wanted.because) : undefined;
}

type Beginning = {
  readonly entry: LoadedEntry;
  readonly request: ActivateRequest;
  readonly trigger: Trigger;
};

async function begin(beginning: Beginning, parts: SessionParts): Promise<ActivationResult> {
  const { entry, request } = beginning;
  const layer = layerOf(entry, parts);
  const outputs = await runInlineCommands({ entry, layer }, parts);
  if ("status" in outputs) return outputs;
  const text = renderSkill({ entry, request, outputs }, parts);
  const activated = toActivated(beginning, { layer, text }, parts);
  if ("status" in activated) return activated;
  const blocked = (await checkHooks(activated, parts)) ?? (await parts.hooks.begin(activated));
  if (blocked !== undefined) return refused("hook-blocked", blocked);
  const { skill } = activated;
  const { name, digest, activation, trigger, mode, requestedTools } = skill;
  const asked = requestedTools === undefined ? {} : { requestedTools };
  const fact = {
    event: "skill-activated",
    skill: { name, digest },
    activation,
    trigger,
    mode,
    ...asked,
  } as const;
  const unwritten = await write(parts, fact);
  if (unwritten !== undefined) return unwritten;
  await leaveEarlier(activated, parts);
  parts.active.push(activated);
  return { status: "activated", skill, text };
}

/** A hook is a program like any other: what the policy says of programs, it says of hooks. */
async function checkHooks({ hooks }: Activated, parts: SessionParts): Promise<string | undefined> {
  for (const { form, command, source } of hooks) {
    const [tool, input] =
      form === "shell"
        ? ["Bash", { command }]
        : ["skills_run_script", { name: source.name, script: command }];
    const decision = decide(parts.toRequest(tool, input), parts.active.layers());
    if (decision.effect === "allow") continue;
    const call = { id: parts.clock.createId(), tool, input };
    const answer = decision.effect === "ask" ? await parts.askPerson.ask(call) : undefined;
    if (answer !== undefined && !("because" in answer)) continue;
    return `Its hook ${printable(command)} may not run. ${answer?.because ?? formatDecision(decision)}`;
  }
  return undefined;
}

/** The same skill with other arguments takes the place of its earlier activation. */
async function leaveEarlier({ skill }: Activated, parts: SessionParts): Promise<void> {
  const top = parts.active.list().at(-1);
  if (top?.skill.id === skill.id) await leaveSkills([top], "activated-again", parts);
}

function layerOf(
  { skill, manifest, directory = skill.directory }: LoadedEntry,
  { settings }: SessionParts,
): PolicyLayer {
  const { requestedTools, disallowedTools } = manifest;
  const variables = { SKILL_DIR: directory, CLAUDE_SKILL_DIR: directory, baseDir: directory };
  return skillLayer({
    name: skill.id,
    mode: settings.mode,
    emptyList: settings.emptyList,
    requestedTools,
    disallowedTools,
    variables,
  });
}

function toActivated(
  { entry, request, trigger }: Beginning,
  { layer, text }: { readonly layer: PolicyLayer; readonly text: string },
  { clock, settings, hooks }: SessionParts,
): Activated | Refused {
  const { skill, manifest, digest, files, directory = skill.directory } = entry;
  const read = hooks.read(manifest.hooks, { name: skill.name, digest, directory });
  if ("problem" in read) return refused("hook-unavailable", read.problem);
  const requestedTools = manifest.requestedTools?.map((pattern) => pattern.text);
  return {
    arguments: request.arguments ?? "",
    layer,
    hooks: read,
    conflicts: manifest.composition?.conflicts ?? [],
    skill: {
      activation: clock.createId(),
      id: skill.id,
      name: skill.name,
      digest,
      directory,
      files,
      trigger,
      lifetime: request.lifetime ?? "until-deactivated",
      mode: settings.mode,
      content: text,
      ...(requestedTools === undefined ? {} : { requestedTools }),
      ...(manifest.model === undefined ? {} : { model: manifest.model }),
    },
  };
}

/** A refusal when the log must be written and cannot be. */
async function write({ recorder }: SessionParts, fact: AuditFact): Promise<Refused | undefined> {
  try {
    await recorder.record(fact);
    return undefined;
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return refused("audit-unavailable", formatError(error));
  }
}
