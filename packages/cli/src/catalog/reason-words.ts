import type { CatalogSkill, DisabledReason, ShadowedSkill, TrustState } from "@skillwright/core/catalog";
import { compact } from "@skillwright/core/text";
import type { SkillLine } from "../commands/list/skill-table.ts";
import type { HubMark } from "./hub-view.ts";
import type { PathNames } from "./open-catalog.ts";

/** Why a skill is not available, in a few words. */
export function disabledWords({ disabled }: CatalogSkill, trust: TrustState = "unknown"): string {
  return disabled.map((reason) => wordsOf(reason, trust).short).join(", ");
}

/** What to do about it, one sentence per reason. */
export function disabledAdvice(
  { disabled, traits }: CatalogSkill,
  trust: TrustState = "unknown",
): readonly string[] {
  const { agents = [], tenants = [], environments = [] } = traits.scope ?? {};
  const meant: Readonly<Partial<Record<DisabledReason, readonly string[]>>> = {
    agent: agents,
    tenant: tenants,
    environment: environments,
    paths: traits.paths ?? [],
  };
  return disabled.map((reason) => {
    const names = meant[reason] ?? [];
    const list = names.length === 0 ? "" : ` (${names.join(", ")})`;
    return wordsOf(reason, trust).advice.replace("{list}", () => list);
  });
}

/** Why another skill shadows this one, in a few words. */
export function shadowWords(loser: ShadowedSkill, winner: CatalogSkill | undefined): string {
  if (loser.reason === "scope")
    return `${winner?.root.scope ?? "the other"} takes precedence over ${loser.root.scope}`;
  if (loser.reason === "priority")
    return `its priority is ${winner?.traits.priority ?? 0}, not ${loser.traits.priority ?? 0}`;
  if (loser.reason === "disabled") return `this one is not available here: ${disabledWords(loser)}`;
  return shadowReasons[loser.reason];
}

type ReasonWords = { readonly short: string; readonly advice: string };

function wordsOf(reason: DisabledReason, trust: TrustState): ReasonWords {
  return reason === "untrusted" && trust === "changed" ? changedProject : disabledReasons[reason];
}

const changedProject: ReasonWords = {
  short: "a skill in its project is new or has changed since you trusted it",
  advice: "Review the changes, then run `skillwright trust`.",
};

const disabledReasons: Readonly<Record<DisabledReason, ReasonWords>> = {
  untrusted: {
    short: "its project is not trusted",
    advice: "Review the project's skills, then run `skillwright trust`.",
  },
  agent: {
    short: "it is for other agents",
    advice: "It is restricted to certain agents{list}; set yours with --agent.",
  },
  tenant: {
    short: "it is for other tenants",
    advice: "It is restricted to certain tenants{list}; set yours with --tenant.",
  },
  environment: {
    short: "it is for other environments",
    advice: "It is restricted to certain environments{list}; set yours with --environment.",
  },
  paths: {
    short: "no open file matches its paths",
    advice: "It becomes available once a file that matches its paths{list} is in use.",
  },
  platform: {
    short: "it is for another operating system",
    advice: "It does not work on this operating system.",
  },
  binary: {
    short: "a program it needs is missing",
    advice: "Install the programs it needs, as listed in its SKILL.md.",
  },
  "turned-off": {
    short: "it is turned off",
    advice: "Remove it from catalog.off in your configuration; `skillwright doctor` shows the file.",
  },
  denied: {
    short: "a policy denies it",
    advice: "A policy of this machine or yours does not allow it; `skillwright doctor` shows the files.",
  },
  withheld: {
    short: "your organization does not permit it",
    advice: "`skillwright doctor` shows what your organization's hub says.",
  },
};

const shadowReasons = {
  order: "its folder comes first",
  identical: "both are identical",
  "installed-later": "its copy of the package was installed later",
} as const;

/** What the organization's hub says about a skill, as a prefix of its description. */
function hubWords(mark: HubMark | undefined): string {
  return mark?.state === "deployed" ? `[deployed ${mark.version}] ` : "";
}

/** The JSON form of a skill. */
type SkillRow = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly scope: string;
  readonly path: string;
  /** Null if the content cannot be read; absent unless requested, since it requires reading all files. */
  readonly digest?: string | null;
  readonly tags: readonly string[];
  readonly enabled: boolean;
  readonly disabled?: readonly string[];
  readonly client?: string;
  readonly package?: string;
  /** What the organization's hub says about it. */
  readonly hub?: HubMark;
  readonly winner?: string;
  readonly reason?: string;
};

export function toSkillRow(
  skill: CatalogSkill | ShadowedSkill,
  names: PathNames,
  { digest, hub }: { readonly digest?: string | null; readonly hub?: HubMark | undefined } = {},
): SkillRow {
  const { id, name, description, root, directory, traits, enabled, disabled } = skill;
  return {
    id,
    name,
    description,
    scope: root.scope,
    path: names.exact(directory),
    ...compact({ digest }),
    tags: traits.tags ?? [],
    enabled,
    ...(enabled ? {} : { disabled }),
    ...compact({ client: root.client, package: root.package, hub }),
    ...("winner" in skill ? { winner: skill.winner, reason: skill.reason } : {}),
  };
}

/** A skill's table row: its description, or why it is not available. */
export function toSkillLine(
  skill: CatalogSkill | ShadowedSkill,
  { winner, mark }: { readonly winner?: CatalogSkill | undefined; readonly mark?: HubMark | undefined } = {},
): SkillLine {
  const { id, root, description, enabled } = skill;
  if (mark !== undefined && "reason" in mark)
    return { id, scope: root.scope, text: `not available: ${mark.reason}`, offered: false };
  if ("winner" in skill) {
    const text = `shadowed by ${skill.winner}: ${shadowWords(skill, winner)}`;
    return { id, scope: root.scope, text, offered: false };
  }
  if (enabled) return { id, scope: root.scope, text: `${hubWords(mark)}${description}`, offered: true };
  return { id, scope: root.scope, text: `not available: ${disabledWords(skill)}`, offered: false };
}
