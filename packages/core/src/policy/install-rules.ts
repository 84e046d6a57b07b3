/** What one policy says about installing skills; the section `install` of a policy file. */
export type InstallRules = {
  minimumReleaseAgeHours?: number | undefined;
  releaseAgeExclude?: string[] | undefined;
  trustDowngrade?: "refuse" | "allow" | undefined;
  allowedSources?: string[] | undefined;
  blockedSources?: string[] | undefined;
  blockedDigests?: string[] | undefined;
  requireSignature?: boolean | undefined;
  trustedKeys?: string[] | undefined;
  trustedIdentities?: string[] | undefined;
  /** A path; once read from a file, relative to that file no longer. */
  trustRoot?: string | undefined;
  exoticDependencies?: "refuse" | "allow" | undefined;
  /** `all`: skills that no lock lists are refused. */
  verifyAtActivation?: boolean | "all" | undefined;
};

/** Which skills policies want verified when they are loaded: none, those that a lock lists, or all, so that others are refused. */
export function verifiedAtActivation(rules: readonly InstallRules[]): "none" | "locked" | "all" {
  const asked = rules.map(({ verifyAtActivation }) => verifyAtActivation);
  if (asked.includes("all")) return "all";
  return asked.includes(true) ? "locked" : "none";
}
