import { printable } from "../text/printable.ts";
import type { LeaseRefusal } from "./check-lease.ts";
import type { LeaseFault, LeaseStanding } from "./lease-standing.ts";

/** Why the organization does not let a skill be used, and what to do, for people and models. */
export function formatLeaseRefusal(refusal: LeaseRefusal, name: string, standing: LeaseStanding): string {
  const skill = `The skill ${printable(name)}`;
  switch (refusal.code) {
    case "revoked":
      return formatRevocation(refusal, skill);
    case "not-deployed":
      return refusal.deployment === undefined
        ? `${skill} is in the folder of your organization's skills, but your organization has not deployed it. Run \`skillwright sync\`.`
        : `${skill} is not what your organization deployed under this name (version ${printable(refusal.deployment.version)}). Run \`skillwright sync\` to install that version, and rename or remove other skills of this name.`;
    case "not-approved":
      return `${skill} has not been approved by your organization with this content. Ask a reviewer to approve it.`;
    case "lease-invalid":
      return `${skill} comes from your organization's hub and needs its permission: ${formatLeaseFault(standing)}`;
  }
}

function formatRevocation({ revocation }: LeaseRefusal, skill: string): string {
  const { kind = "name", value = "", message = "" } = revocation ?? {};
  const what = revokedSubjects[kind] ?? skill;
  const said = message.trim();
  return `${what} was revoked by your organization${kind === "version" ? ` (${printable(value)})` : ""}${said === "" ? "." : `: ${printable(said)}`}`;
}

const revokedSubjects: Readonly<Record<string, string>> = {
  publisher: "The publisher of this skill",
  tenant: "Your team's access to skills",
  agent: "This agent's access to skills",
  user: "Your access to skills",
};

/** What is wrong with a lease and how to mend it; an empty text if nothing is. */
export function formatLeaseFault({ lease, fault }: LeaseStanding): string {
  return fault === undefined
    ? ""
    : faults[fault]
        .replace("{expires}", lease?.state.expiresAt ?? "")
        .replace("{hub}", printable(lease?.hub ?? "the hub"));
}

const faults: Readonly<Record<LeaseFault, string>> = {
  expired: "the last state of {hub} expired at {expires}. Connect to the network and run `skillwright sync`.",
  "clock-behind":
    "the clock of this machine is earlier than the last state of {hub}. Set the clock, then run `skillwright sync`.",
  "clock-set-back":
    "the clock of this machine was set back. Set the clock, then run `skillwright sync`; if the clock was wrong before, run `skillwright login` again.",
  damaged: "the stored state of the hub is damaged. Run `skillwright sync`.",
  missing: "the stored state of the hub is missing. Run `skillwright sync`.",
};
