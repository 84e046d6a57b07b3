import { formatError, SkillError } from "@skillwright/core";
import type { Trigger } from "@skillwright/core/audit";
import type { Catalog, LoadedEntry } from "@skillwright/core/catalog";
import { printable } from "@skillwright/core/text";
import { findAgentKind } from "./agent-kinds.ts";
import { sessionLimits } from "./limits.ts";
import type { ActivationResult, RefusalCode } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";

export type ActivationCandidate = {
  readonly entry: LoadedEntry;
  readonly trigger: Trigger;
  /** What it would restrict. */
  readonly restriction: string;
};

/** Why a skill may not be activated now, given its own manifest and the active skills. */
export function checkActivation(candidate: ActivationCandidate, parts: SessionParts): Refused | undefined {
  return (
    checkCaller(candidate, parts) ??
    checkStack(candidate, parts) ??
    checkConflicts(candidate, parts) ??
    checkFork(candidate, parts)
  );
}

function checkCaller(
  { entry, trigger }: ActivationCandidate,
  { catalog }: SessionParts,
): Refused | undefined {
  const name = printable(entry.skill.id);
  if (trigger === "user" && !entry.skill.userInvocable)
    return refused("not-invocable", `The skill ${name} can only be started by a model.`);
  if (trigger !== "user" && !catalog.mayModelChoose(entry.skill))
    return refused(
      "not-invocable",
      `Only a person can start the skill ${name}. Do not imitate what it would do; ask the user to start it.`,
    );
  return undefined;
}

/** The skills that led here, those around a sub-agent first. */
function stackOf({ active, inherited }: SessionParts): readonly string[] {
  return [...inherited.chain, ...active.list().map(({ skill }) => skill.id)];
}

function checkStack({ entry, restriction }: ActivationCandidate, parts: SessionParts): Refused | undefined {
  const names = stackOf(parts);
  const outer = parts.inherited.chain.length;
  const at = names.indexOf(entry.skill.id);
  const chain = (from: number): string => [...names.slice(from), entry.skill.id].map(printable).join(" → ");
  // The innermost skill may be started again; a sub-agent is inside its own.
  const isAgain = names.at(-1) === entry.skill.id && !isForked(entry, parts);
  // With the same restriction it takes the earlier one's place.
  if (isAgain && isInForce(entry.skill.id, restriction, parts)) return undefined;
  if (at !== -1 && !isAgain)
    return refused(
      "cycle",
      `Skills would activate each other in a cycle: ${chain(at)}. ${printable(entry.skill.id)} is already active; follow its instructions, or leave the skills inside it first.`,
    );
  if (names.length - outer >= sessionLimits.activationDepth)
    return refused(
      "too-deep",
      `At most ${sessionLimits.activationDepth} skills may be nested: ${chain(outer)}. Leave one with skills_deactivate first.`,
    );
  return undefined;
}

function isInForce(id: string, restriction: string, { active }: SessionParts): boolean {
  return active.list().some((one) => one.family === id && one.restriction === restriction);
}

/** Either side may declare the conflict. */
function checkConflicts({ entry }: ActivationCandidate, { active }: SessionParts): Refused | undefined {
  const own = entry.manifest.composition?.conflicts ?? [];
  const other = active
    .list()
    .find(({ skill, conflicts }) => own.includes(skill.name) || conflicts.includes(entry.name));
  if (other === undefined) return undefined;
  const [name, active_] = [entry.skill.id, other.skill.id].map(printable);
  return refused(
    "conflict",
    `The skill ${name} conflicts with the active skill ${active_}. Leave that one first.`,
  );
}

/** Whether a skill runs in a sub-agent: it must not see this conversation, nor this conversation its instructions. */
export function isForked({ manifest }: Pick<LoadedEntry, "manifest">, { settings }: SessionParts): boolean {
  return manifest.context === "fork" && !settings.hostForks;
}

function checkFork({ entry }: ActivationCandidate, parts: SessionParts): Refused | undefined {
  if (!isForked(entry, parts)) return undefined;
  const { inherited, subagents } = parts;
  const name = printable(entry.skill.id);
  if (subagents.run === undefined)
    return refused(
      "fork-unavailable",
      `The skill ${name} needs a sub-agent, and this host does not start any.`,
    );
  if (inherited.depth >= sessionLimits.subagentDepth)
    return refused(
      "fork-too-deep",
      `The skill ${name} needs a sub-agent, and at most ${sessionLimits.subagentDepth} may be nested: ${[...stackOf(parts), entry.skill.id].map(printable).join(" → ")}. Do its work here without it, or finish with what you have.`,
    );
  const kind = findAgentKind(entry.manifest.agent, subagents.kinds);
  if ("name" in kind) return undefined;
  return refused(
    "agent-unknown",
    `The skill ${name} asks for the agent ${printable(entry.manifest.agent ?? "")}, which this host does not have. Available: ${kind.names.map(printable).join(", ")}.`,
  );
}

export type Refused = Extract<ActivationResult, { status: "refused" }>;

export function refused(code: RefusalCode, text: string): Refused {
  return { status: "refused", code, text };
}

/** The requested skill as currently on disk, or why there is none. */
export async function loadEntry(
  reference: string,
  { catalog, offered }: Pick<SessionParts, "catalog" | "offered">,
): Promise<LoadedEntry | Refused> {
  try {
    return await catalog.load(reference);
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    const near =
      error.code === "skill-unknown" && error.details.hint === "" ? await findNear(reference, offered) : "";
    return refused(loadCodes[error.code] ?? "skill-invalid", `${formatError(error)}${near}`);
  }
}

/** Suggests skills for an unknown name. */
async function findNear(reference: string, catalog: Catalog): Promise<string> {
  const hits = await catalog.search(reference, { limit: 3 });
  const names = hits.flatMap(({ skill }) => (catalog.mayModelChoose(skill) ? [printable(skill.id)] : []));
  return names.length === 0 ? "" : ` Did you mean one of these? ${names.join(", ")}.`;
}

const loadCodes: Readonly<Record<string, RefusalCode>> = {
  "skill-unknown": "skill-unknown",
  "skill-ambiguous": "skill-ambiguous",
  "skill-version-missing": "skill-version-missing",
  "skill-disabled": "skill-disabled",
  "skill-changed": "skill-changed",
};
