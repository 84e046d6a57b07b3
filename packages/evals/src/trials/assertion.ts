/** OmniForge's statement about a trial. */
export type Assertion = {
  readonly type: AssertionType;
  readonly value: string;
  readonly description?: string;
};

export type AssertionType = (typeof assertionTypes)[number];

export const assertionTypes = [
  "contains",
  "not-contains",
  "matches-regex",
  "file-created",
  "file-modified",
  "command-executed",
  "custom",
] as const;

/** Whether a statement is true, and the evidence. */
export type AssertionVerdict = { readonly passed: boolean; readonly evidence: string };
