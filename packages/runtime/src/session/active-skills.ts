import type { AuditSkill } from "@skillwright/core/audit";
import type { PolicyLayer } from "@skillwright/core/policy";
import type { Refusal, Ruling } from "../admission/admit.ts";
import { refusalText } from "../admission/refusal.ts";
import type { Hook } from "../hooks/read-hooks.ts";
import type { ActiveSkill, Denial } from "./session.ts";

/** An active skill with its layer and hooks. */
export type Activated = {
  readonly skill: ActiveSkill;
  readonly layer: PolicyLayer;
  readonly hooks: readonly Hook[];
  /** Its arguments. */
  readonly arguments: string;
  /** Names of skills it declares conflicts with. */
  readonly conflicts: readonly string[];
};

/** Whether every active skill restricts, or only the innermost. */
export type Nesting = "intersection" | "top";

/** The active skills, outermost first. */
export type ActiveSkills = {
  list(): readonly Activated[];
  /** All layers that currently restrict. */
  layers(): readonly PolicyLayer[];
  /** For audit events. */
  labels(): readonly AuditSkill[];
  push(activated: Activated): void;
  /** From now on nothing may run, and no skill may be activated. */
  shut(): void;
  /** Removes skills; returns them innermost first. */
  take(skills: readonly Activated[]): readonly Activated[];
};

export function createActiveSkills(base: readonly PolicyLayer[], nesting: Nesting): ActiveSkills {
  let stack: readonly Activated[] = [];
  let layers = base;
  let labels: readonly AuditSkill[] = [];
  let isShut = false;
  const set = (next: readonly Activated[]): void => {
    stack = next;
    const restricting = nesting === "top" ? stack.slice(-1) : stack;
    layers = isShut ? [closedLayer] : [...base, ...restricting.map(({ layer }) => layer)];
    labels = stack.map(({ skill: { name, digest } }) => ({ name, digest }));
  };
  return {
    list: () => stack,
    layers: () => layers,
    labels: () => labels,
    push: (activated) => set([...stack, activated]),
    shut: () => {
      isShut = true;
      set(stack);
    },
    take: (skills) => {
      const taken = stack.filter((activated) => skills.includes(activated));
      set(stack.filter((activated) => !skills.includes(activated)));
      return taken.reverse();
    },
  };
}

const everything = { text: "*", tool: "*" };
const closedLayer: PolicyLayer = { kind: "default", name: "closed session", deny: [everything] };

/** A refused call as its caller gets it; if an active skill's list refuses, it says how to leave the skill. */
export function createDenial(
  { call: { tool }, decision }: Refusal<Ruling>,
  active: readonly Activated[],
): Denial {
  const skill = active.find(({ layer }) => layer.name === decision.layer)?.skill;
  const blamed = skill && {
    ...skill,
    wayOut: `leave the skill with skills_deactivate {"name":${JSON.stringify(skill.id)}} and tell the user why.`,
  };
  return { tool, decision, text: refusalText({ tool, decision, blamed }) };
}
