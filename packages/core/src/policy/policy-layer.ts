import type { ToolPattern } from "../parse/tokenize-tools.ts";
import type { Effect } from "./effect.ts";

/** Who speaks: the strong ones first. All are heard; a denial by any of them stands. */
export type LayerKind = "organisation" | "project" | "user" | "skill" | "default";

/**
 * What one party says about tool calls. The lists are separate switches: `only` shuts out all else without allowing
 * anything by itself, `allow` lets calls through without asking.
 */
export type PolicyLayer = {
  readonly kind: LayerKind;
  /** How reports call it: `organisation`, or `skill code-review`. */
  readonly name: string;
  readonly deny?: readonly ToolPattern[];
  /** When present, nothing that it does not name may run; an empty list leaves only the skill tools. */
  readonly only?: readonly ToolPattern[];
  readonly ask?: readonly ToolPattern[];
  readonly allow?: readonly ToolPattern[];
  /** What happens to calls that no rule of any layer speaks of; the strictest layer's word counts. */
  readonly otherwise?: Effect;
};
