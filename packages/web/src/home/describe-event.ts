import type { HubEvent } from "@skillwright/core/registry";

/** An entry of the audit log in a sentence. What agents wrote into the line is only ever shown as text. */
export function describeEvent(event: HubEvent, me?: string): string {
  const { kind, skill, agent, user, line } = event;
  const fields = readLine(line);
  const who = agent ?? user ?? "An agent";
  if (kind === "hub-changed") {
    const action = text(fields.action);
    return `${user === me ? "You" : nameOf(user)} ${actions[action] ?? action.replaceAll("-", " ")} ${text(fields.subject)}`;
  }
  const about = skill ?? "a skill";
  const tool = text(fields.tool) || "a tool";
  const sentences: Readonly<Record<string, string>> = {
    "skill-activated": `${who} activated ${about}`,
    "skill-activating": `${who} is about to activate ${about}`,
    "skill-deactivated": `${who} left ${about}`,
    "skill-refused": `${about} was refused to ${who}`,
    "tool-call-allowed": `${about} may use ${tool} on ${who}`,
    "tool-call-denied": `${about} was refused ${tool} on ${who}`,
    "tool-call-finished": `${about} used ${tool} on ${who}${event.outcome === "failed" ? ", which failed" : ""}`,
    "session-started": `${who} started a session`,
    "session-ended": `${who} ended a session`,
  };
  return sentences[kind] ?? `${who}: ${kind.replaceAll("-", " ")}${skill === null ? "" : ` (${skill})`}`;
}

/** What people do on the hub, in the words of its audit log. */
const actions: Readonly<Record<string, string>> = {
  "version-published": "published",
  "version-deprecated": "deprecated",
  "version-yanked": "withdrew",
  "approval-requested": "asked to approve",
  "approval-approved": "approved",
  "approval-rejected": "rejected",
  deployed: "deployed",
  undeployed: "ended the deployment of",
  revoked: "revoked",
  "revocation-lifted": "lifted the revocation of",
  "policy-drafted": "drafted",
  "policy-activated": "activated",
  "signed-in": "signed in as",
  "signed-out": "signed out as",
};

function nameOf(user: string | null): string {
  return user === null ? "Someone" : user.replace(/^(person|token):/, "").slice(0, 24);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function readLine(line: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
