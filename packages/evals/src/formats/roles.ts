/** Which of the configurations is judged, and which it is held against. */
export type Roles = { readonly subject?: string; readonly baseline?: string };

/** The roles by the names that both dialects use. Without the skill comes before an old version of it. */
export function rolesOf(configurations: Iterable<string>): Roles {
  const names = new Set(configurations);
  const subject = subjects.find((name) => names.has(name));
  const baseline = baselines.find((name) => names.has(name));
  return { ...(subject === undefined ? {} : { subject }), ...(baseline === undefined ? {} : { baseline }) };
}

const subjects = ["with_skill", "new_skill"];
const baselines = ["without_skill", "old_skill"];
