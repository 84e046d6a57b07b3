import type { HubEvent, PrincipalNames } from "@skillwright/core/registry";
import { agentName, principalName } from "../ui/principal-name.ts";

type Known = { readonly names?: PrincipalNames | undefined; readonly me?: string | undefined };

/** An entry of the audit log in a sentence. What agents wrote into the line is only ever shown as text. */
export function describeEvent(event: HubEvent, { names, me }: Known = {}): string {
  const { kind, skill, agent, user, line } = event;
  const fields = readLine(line);
  const who = agent === null ? (user ?? "An agent") : agentName(agent, names);
  if (kind === "hub-changed") {
    const action = text(fields.action);
    const actor = user === null || user === "hub" ? "The hub" : principalName(user, { names, me });
    const did = `${actor} ${actions[action] ?? action.replaceAll("-", " ")}`;
    if (text(fields.subject) !== user) return `${did} ${subjectWords(text(fields.subject), names)}`;
    // Who signs in or out is the one who does it.
    if (action === "signed-in" || action === "signed-out") return did;
    return `${did} ${user === me ? "yourself" : "themselves"}`;
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
  "signed-in": "signed in",
  "signed-out": "signed out",
  "hub-created": "made the first",
  "tenant-created": "created the tenant",
  "tenant-changed": "changed the tenant",
  "team-created": "created the team",
  "team-removed": "removed the team",
  "token-created": "created the token",
  "token-revoked": "revoked",
  "member-added": "added",
  "member-changed": "changed the roles of",
  "link-created": "made a sign-in link for",
  "tag-set": "set a tag on",
  "tag-removed": "removed a tag of",
  "draft-saved": "saved a draft of",
  "draft-removed": "removed the draft of",
  "skill-changed": "changed",
  "feedback-given": "gave feedback on",
  "agent-released": "released the id of",
};

/** `name pdf` is `pdf`, and the id of a principal is what they are called. */
function subjectWords(subject: string, names: PrincipalNames | undefined): string {
  const plain = subject.replace(/^(?:name|version) /, "");
  return /^(?:person|token):/.test(plain) ? principalName(plain, { names }) : plain;
}

/** What somebody did on the hub, by its name in the log: `version-published`. */
export function actionOf({ line }: HubEvent): string {
  return text(readLine(line).action);
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
