/** What one policy says about installing skills; the section `install` of a policy file. */
export type InstallRules = {
  minimumReleaseAgeHours?: number | undefined;
  releaseAgeExclude?: string[] | undefined;
  trustDowngrade?: "refuse" | "allow" | undefined;
  allowedSources?: string[] | undefined;
  blockedSources?: string[] | undefined;
  requireSignature?: boolean | undefined;
  trustedKeys?: string[] | undefined;
  trustedIdentities?: string[] | undefined;
  exoticDependencies?: "refuse" | "allow" | undefined;
  verifyAtActivation?: boolean | undefined;
};
