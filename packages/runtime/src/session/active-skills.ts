import type { AuditSkill } from "@skillwright/core/audit";
import type { PolicyLayer } from "@skillwright/core/policy";
import { compact, printable } from "@skillwright/core/text";
import { type Activation, mayLeave, type Nesting, restricting } from "../activations.ts";
import type { Refusal, Ruling } from "../admission/admit.ts";
import { refusalText } from "../admission/refusal.ts";
import type { Hook } from "../hooks/read-hooks.ts";
import type { ActiveSkill, Denial } from "./session.ts";

/** An active skill with its layer and hooks. */
export type Activated = Activation & {
  readonly skill: Omit<ActiveSkill, "lifetime">;
  readonly layer: PolicyLayer;
  readonly hooks: readonly Hook[];
  /** Names of skills it declares conflicts with. */
  readonly conflicts: readonly string[];
  readonly version?: string;
  /**
   * Why a hub ended it. The model still knows its instructions, so nothing but the skill tools runs until it is left like any
   * other skill.
   */
  readonly revoked?: string;
};

/** The active skill as its host sees it. */
export function toActiveSkill({ skill, lifetime }: Activated): ActiveSkill {
  return { ...skill, lifetime };
}

/** The active skills, outermost first. */
export type ActiveSkills = {
  list(): readonly Activated[];
  /** All layers that currently restrict. */
  layers(): readonly PolicyLayer[];
  /** For audit events. */
  labels(): readonly AuditSkill[];
  /** Replaces them all at once, so that no call sees half a change. */
  set(active: readonly Activated[]): void;
  /** From now on nothing may run, and no skill may be activated. */
  shut(): void;
};

export function createActiveSkills(base: readonly PolicyLayer[], nesting: Nesting): ActiveSkills {
  let stack: readonly Activated[] = [];
  let layers = base;
  let labels: readonly AuditSkill[] = [];
  let isShut = false;
  const set = (next: readonly Activated[]): void => {
    stack = next;
    layers = isShut ? [closedLayer] : [...base, ...restricting(stack, nesting).map(({ layer }) => layer)];
    labels = stack.map(({ skill: { name, digest } }) => ({ name, digest }));
  };
  return {
    list: () => stack,
    layers: () => layers,
    labels: () => labels,
    set,
    shut: () => {
      isShut = true;
      set(stack);
    },
  };
}

const everything = { text: "*", tool: "*" };
const closedLayer: PolicyLayer = { kind: "default", name: "closed session", deny: [everything] };

/** A refused call as its caller gets it; if an active skill's list refuses, it says how to go on. */
export function createDenial(
  { call: { tool }, decision }: Refusal<Ruling>,
  active: readonly Activated[],
): Denial {
  const versions = active.filter(({ layer }) => layer.name === decision.layer);
  const activated = versions.find((one) => !mayLeave(one, "model")) ?? versions.at(-1);
  const blamed = activated && {
    ...{ name: activated.skill.name, wayOut: wayOutOf(activated) },
    ...compact({ requestedTools: sharedTools(versions) }),
  };
  return { tool, decision, text: refusalText({ tool, decision, blamed }) };
}

/** What all versions of an edited skill list. */
function sharedTools(versions: readonly Activated[]): readonly string[] | undefined {
  const lists = versions.flatMap(({ skill }) =>
    skill.requestedTools === undefined ? [] : [skill.requestedTools],
  );
  return lists[0]?.filter((tool) => lists.every((list) => list.includes(tool)));
}

function wayOutOf(activated: Activated): string {
  if (mayLeave(activated, "model"))
    return `leave the skill with skills_deactivate {"name":${JSON.stringify(activated.skill.id)}} and tell the user why.`;
  return `tell the user what is missing. ${whyKept(activated)}`;
}

/** Why a model may not leave a skill. */
export function whyKept({ skill, lifetime }: Activated): string {
  const name = printable(skill.id);
  if (lifetime === "session") return `The skill ${name} stays active for the whole session.`;
  return `The user started the skill ${name}: it stays active until the user's next message.`;
}
