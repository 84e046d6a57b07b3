import type { DiscoveredSkill } from "../discover/discovered-skill.ts";

/** Why a skill is not offered. */
export type DisabledReason =
  | "untrusted"
  | "agent"
  | "tenant"
  | "environment"
  | "paths"
  | "platform"
  | "binary"
  | "turned-off"
  /** A policy does not allow it. */
  | "denied"
  /** The organization's hub does not permit it now; see `offerPermitted` of the runtime. */
  | "withheld";

/** A skill that won its name. */
export type CatalogSkill = DiscoveredSkill & {
  /** `name`, or `package:name` for a skill in a package. */
  readonly id: string;
  readonly enabled: boolean;
  /** Why it is not enabled; empty when it is. */
  readonly disabled: readonly DisabledReason[];
  /** Its SKILL.md lets a model choose it on its own; `catalog.mayModelChoose` also reads Codex's sidecar. */
  readonly modelInvocable: boolean;
  /** A person may ask for it by name. */
  readonly userInvocable: boolean;
};

/**
 * Why a skill lost its name: the winner has a stronger scope, a higher priority in the same scope, an earlier root,
 * identical content, a package installed later, or the loser is disabled in a way that gives up its name (see
 * `givesUpName`).
 */
export type ShadowReason = "scope" | "priority" | "order" | "identical" | "installed-later" | "disabled";

/** A skill that lost its name; its own id, `name@…`, still reaches it. */
export type ShadowedSkill = CatalogSkill & {
  /** Id of the skill that won. */
  readonly winner: string;
  readonly reason: ShadowReason;
  /** Its place among the skills that lost this name, from 1 for the strongest. */
  readonly rank: number;
};
