import type { DiscoveredSkill } from "../discover/discovered-skill.ts";

/** Why a skill that was found is not offered. */
export type DisabledReason =
  | "untrusted"
  | "agent"
  | "tenant"
  | "environment"
  | "paths"
  | "platform"
  | "binary"
  | "turned-off";

/** A skill that won its name. */
export type CatalogSkill = DiscoveredSkill & {
  /** `name`, or `package:name` for a skill that comes with a package. */
  readonly id: string;
  readonly enabled: boolean;
  /** Why it is not enabled, in the order found; empty when it is. */
  readonly disabled: readonly DisabledReason[];
  /** A model may choose it by itself, says its SKILL.md; `catalog.mayModelChoose` knows what Codex keeps beside it too. */
  readonly modelInvocable: boolean;
  /** A person may ask for it by name. */
  readonly userInvocable: boolean;
};

/**
 * Why one skill lost its name to another: the winner's scope is stronger, its priority in the same scope is higher,
 * its root comes first, it is the same byte for byte, its copy of the package was installed later, or the loser is
 * disabled in a way that gives up its name (see `givesUpName`).
 */
export type ShadowReason = "scope" | "priority" | "order" | "identical" | "installed-later" | "disabled";

/** A skill that lost its name; it is still reached by its own id, `name@…`. */
export type ShadowedSkill = CatalogSkill & {
  /** Id of the skill that won. */
  readonly winner: string;
  readonly reason: ShadowReason;
};
