/** What the address of a skill's page carries. */
export const skillDefaults = {
  tab: "overview",
  /** The version that is shown; the latest if empty. */
  version: "",
  /** The file that is shown, and the line that a link is about. */
  path: "",
  line: "",
  /** The earlier version of a comparison, and how it is shown. */
  from: "",
  view: "",
  days: "30",
  /** The agent whose instructions are shown. */
  agent: "skillwright",
  /** Feedback before this time. */
  before: "",
};
export type SkillState = typeof skillDefaults;
export type SetSkillState = (change: Partial<SkillState>, options?: { readonly isStep?: boolean }) => void;

/** The address of a skill's page. */
export function skillAddress(name: string, state: Partial<SkillState> = {}): string {
  const search = new URLSearchParams(Object.entries(state));
  return `/skills/${encodeURIComponent(name)}${search.size === 0 ? "" : `?${search}`}`;
}

/** The name in an address; a scoped one has an encoded slash, which the router leaves as it is. */
export function nameOf(param: string): string {
  try {
    return decodeURIComponent(param);
  } catch {
    return param;
  }
}

/** Who published or deployed something, as short as it can be. */
export function shortActor(id: string, name?: string): string {
  if (name !== undefined && name !== "") return name;
  const [kind = "", rest = ""] = id.split(":", 2);
  return kind === "token" ? `token ${rest.slice(0, 8)}` : rest || id;
}

export function shortDigest(digest: string): string {
  return digest.replace(/^sha256:/, "").slice(0, 12);
}
