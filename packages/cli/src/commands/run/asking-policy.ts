import { tokenizeTools } from "@skillwright/core/parse";
import type { Policy } from "@skillwright/core/policy";

/**
 * The default policy of `run`: ask for everything except reading and drafting skills. It sets a default rather than rules, so
 * that policies and skills can grant more. A default in the user's own policy replaces it, and a stricter default in any
 * policy also covers reading.
 */
export function askingPolicy(policies: readonly Policy[]): Policy {
  const layers = policies.flatMap(({ layer }) => layer ?? []);
  if (layers.some(({ kind, otherwise }) => kind === "user" && otherwise !== undefined)) return {};
  const isStrict = layers.some(({ otherwise }) => otherwise === "ask" || otherwise === "deny");
  const allow = isStrict ? {} : { allow: tokenizeTools("Read Glob Grep skills_draft") };
  return { layer: { kind: "user", name: "user", otherwise: "ask", ...allow } };
}
