import { tokenizeTools } from "@skillwright/core/parse";
import type { Policy } from "@skillwright/core/policy";

/**
 * What the person who starts an agent wants asked, where nobody said so: everything but reading, and drafting skills where nobody uses them. It is a default and no rule,
 * so that whatever a policy or a skill grants is granted. A user's own default takes its place; and where a policy has a
 * stricter one, reading is left to that.
 */
export function askingPolicy(policies: readonly Policy[]): Policy {
  const layers = policies.flatMap(({ layer }) => layer ?? []);
  if (layers.some(({ kind, otherwise }) => kind === "user" && otherwise !== undefined)) return {};
  const isStrict = layers.some(({ otherwise }) => otherwise === "ask" || otherwise === "deny");
  const allow = isStrict ? {} : { allow: tokenizeTools("Read Glob Grep skills_draft") };
  return { layer: { kind: "user", name: "user", otherwise: "ask", ...allow } };
}
