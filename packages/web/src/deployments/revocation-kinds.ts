import type { RevocationRecord } from "@skillwright/core/registry";

type Kind = RevocationRecord["kind"];

/** What a revocation is about, in a word or two. */
export const kindLabels: Readonly<Record<Kind, string>> = {
  name: "Skill",
  version: "Version",
  digest: "Content",
  publisher: "Publisher",
  tenant: "Tenant",
  agent: "Agent",
  user: "User",
};

/** Written down here, since core's list would bring its schemas into the page. */
export const kinds: readonly Kind[] = ["name", "version", "digest", "publisher", "tenant", "agent", "user"];

type KindHelp = { readonly label: string; readonly field: string; readonly hint: string };

export const kindHelp: Readonly<Record<Kind, KindHelp>> = {
  name: {
    label: "A skill, in every version",
    field: "Name",
    hint: "Agents refuse every skill of this name, wherever it is from.",
  },
  version: {
    label: "One version of a skill",
    field: "Name and version",
    hint: "As NAME@VERSION: pdf-text@1.0.0",
  },
  digest: {
    label: "Exact content",
    field: "Digest",
    hint: "sha256:… with 64 digits, as deployments and versions show it.",
  },
  publisher: {
    label: "Everything of a publisher",
    field: "Publisher",
    hint: "person:… or token:…, as a version's page shows it.",
  },
  tenant: { label: "A tenant", field: "Tenant", hint: "Its agents use no skill at all." },
  agent: { label: "An agent", field: "Agent", hint: "This agent uses no skill at all." },
  user: { label: "A user", field: "User", hint: "Agents of this person use no skill at all." },
};
