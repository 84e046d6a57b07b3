import type { HubEvent, PrincipalNames } from "@skillwright/core/registry";
import { agentName, principalName } from "../ui/principal-name.ts";

const outcomes: Readonly<Record<string, string>> = { ok: "Done", denied: "Refused", failed: "Failed" };

export function outcomeWords(outcome: string): string {
  return outcomes[outcome] ?? outcome;
}

const kinds: Readonly<Record<string, string>> = {
  "tool-call-allowed": "Call allowed",
  "tool-call-denied": "Call refused",
  "tool-call-finished": "Call finished",
  "hub-changed": "Hub change",
  "connection-decided": "Connection",
};

/** `session-started` is `Session started`. */
export function kindWords(kind: string): string {
  const words = kind.replaceAll("-", " ");
  return kinds[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value of a filter, as people read it. */
export function valueWords(field: string, value: string, names: PrincipalNames | undefined): string {
  if (field === "outcome") return outcomeWords(value);
  if (field === "kind") return kindWords(value);
  if (field === "agent") return value === "hub" ? "The hub" : agentName(value, names);
  return field === "user" ? principalName(value, { names }) : value;
}

/** Whose entry it is: the agent, or who changed something on the hub. What agents write about users is shown as they wrote it. */
export function sourceOf({ stream, agent, user }: HubEvent, names: PrincipalNames | undefined): string {
  if (stream === "hub") return user === null || user === "hub" ? "The hub" : principalName(user, { names });
  return agent === null ? "" : agentName(agent, names);
}

export type Fields = Readonly<Record<string, unknown>>;

/** What an agent wrote into its line; nothing if the line was erased. */
export function fieldsOf({ line }: HubEvent): Fields {
  try {
    const value: unknown = JSON.parse(line ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** What a call is about, in a line: the command, the file, the address. */
function inputOf({ input }: Fields): string {
  if (typeof input !== "object" || input === null) return textOf(input);
  const values = Object.values(input).filter((value) => typeof value === "string");
  return values.join(" ").slice(0, 300);
}

/** Which rule decided: that of a policy, or a skill's list of tools. `only` is what the list leaves out. */
export function ruleWords(layer: string, rule: string): string {
  if (!layer.startsWith("skill ")) return [layer, rule].filter(Boolean).join(" › ");
  return rule === "only" ? "not in allowed-tools" : `allowed-tools: ${rule}`;
}

/** What an event says beside its kind, skill and tool. */
export function detailOf(fields: Fields): string {
  const { reason, rule, layer, error, trigger, host } = fields;
  if (textOf(error) !== "") return textOf(error);
  const why = ruleWords(textOf(layer), textOf(rule));
  return [inputOf(fields), textOf(host), why, textOf(reason).replaceAll("-", " "), textOf(trigger)]
    .filter(Boolean)
    .slice(0, 2)
    .join(" · ");
}
