import type { CatalogSkill, DisabledReason, ShadowedSkill, TrustState } from "@skillwright/core/catalog";

/** Why a skill is not offered, in a few words. */
export function disabledWords({ disabled }: CatalogSkill, trust: TrustState = "unknown"): string {
  return disabled.map((reason) => wordsOf(reason, trust).short).join(", ");
}

/** What could be done about it, one sentence for each reason. */
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

/** Why a skill lost its name to another, in a few words. */
export function shadowWords(loser: ShadowedSkill, winner: CatalogSkill | undefined): string {
  if (loser.reason === "scope")
    return `${winner?.root.scope ?? "the other"} comes before ${loser.root.scope}`;
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
  short: "a skill of its project is new or has changed since you trusted it",
  advice: "Look at what has changed, then run `skillwright trust`.",
};

const disabledReasons: Readonly<Record<DisabledReason, ReasonWords>> = {
  untrusted: {
    short: "its project is not trusted",
    advice: "Look at the project's skills, then run `skillwright trust`.",
  },
  agent: {
    short: "it is for other agents",
    advice: "It is for certain agents only{list}; say with --agent which one this is.",
  },
  tenant: {
    short: "it is for other tenants",
    advice: "It is for certain tenants only{list}; say with --tenant which one this is.",
  },
  environment: {
    short: "it is for other environments",
    advice: "It is for certain environments only{list}; say with --environment which one this is.",
  },
  paths: {
    short: "no file at hand is one it is for",
    advice: "It waits until files are worked on that match its paths{list}.",
  },
  platform: {
    short: "it is for another operating system",
    advice: "It does not work on this operating system.",
  },
  binary: {
    short: "a program it needs is missing",
    advice: "Install the programs it needs; its SKILL.md names them.",
  },
  "turned-off": {
    short: "it is turned off",
    advice: "Remove it from catalog.off in your configuration; `skillwright doctor` says where that is.",
  },
};

const shadowReasons = {
  order: "its folder comes first",
  identical: "both are the same, byte for byte",
  "installed-later": "its copy of the package was installed later",
} as const;
