import type { CaseHost } from "./case-host.ts";
import type { SkillCopy } from "./copy-skill.ts";
import type { ReadyCase } from "./planned-case.ts";

/** A case and the place of one run. */
export type CasePlace = {
  readonly ready: ReadyCase;
  readonly copy: SkillCopy;
  readonly host: CaseHost;
};
