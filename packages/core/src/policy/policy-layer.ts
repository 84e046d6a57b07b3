import type { ToolPattern } from "../parse/tool-list.ts";
import type { Effect } from "./effect.ts";

/** Who a layer belongs to, the strongest first. All layers apply; any of them can deny. */
export type LayerKind = "organisation" | "project" | "user" | "skill" | "default";

/**
 * One party's rules on tool calls. The lists are independent: `only` excludes everything else without allowing
 * anything, `allow` lets calls through without asking.
 */
export type PolicyLayer = {
  readonly kind: LayerKind;
  /** Name in reports: `organisation`, or `skill code-review`. */
  readonly name: string;
  readonly deny?: readonly ToolPattern[];
  /** If present, nothing else may run; an empty list leaves only the skill tools. */
  readonly only?: readonly ToolPattern[];
  readonly ask?: readonly ToolPattern[];
  readonly allow?: readonly ToolPattern[];
  /** Default for calls that no rule matches; the strictest layer wins. */
  readonly otherwise?: Effect;
};
