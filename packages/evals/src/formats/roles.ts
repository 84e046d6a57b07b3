/** Which configuration is evaluated, and which one is the baseline. */
export type Roles = { readonly subject?: string; readonly baseline?: string };

/**
 * Assigns roles by the names both dialects use. `without_skill` takes precedence over `old_skill` as the baseline.
 */
export function rolesOf(configurations: Iterable<string>): Roles {
  const names = new Set(configurations);
  const subject = subjects.find((name) => names.has(name));
  const baseline = baselines.find((name) => names.has(name));
  return { ...(subject === undefined ? {} : { subject }), ...(baseline === undefined ? {} : { baseline }) };
}

const subjects = ["with_skill", "new_skill"];
const baselines = ["without_skill", "old_skill"];
