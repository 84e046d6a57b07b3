import type { Action, Label } from "../../../scan/evidence.ts";
import { classifyHost } from "../../../scan/hosts.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "beyond-description",
  category: "security",
  severity: "warning",
  summary: "A skill whose description speaks of local work sends no personal data away.",
  messages: {
    sends: "This sends {data} to {address}, of which the description says nothing; describe it or remove it.",
  },
  threat: {
    owasp: ["AST01", "AST04"],
    why: "People choose a skill by its description and do not expect it to touch their secrets.",
    remedy: "Say in the description which data goes where, or do not send it.",
    levels: { sends: "high" },
  },
  check(skill, { report }) {
    const description = skill.parsed.manifest.description ?? "";
    if (description === "" || connected.test(`${skill.parsed.manifest.name ?? ""} ${description}`)) return;
    for (const action of skill.evidence().actions) {
      const data = dataSent(action);
      if (data === undefined || action.kind !== "connect") continue;
      const address = action.address ?? "a host that only the run decides";
      report({
        message: "sends",
        args: { data, address: address.slice(0, 80) },
        ...action.source.placeOf(action.span),
      });
      return;
    }
  },
});

/** Words of a description that say that something leaves the machine, or that secrets are its topic. */
const connected =
  /\b(?:api|apis|cloud|sync\w*|upload\w*|send\w*|post\w*|publish\w*|deploy\w*|backup\w*|share\w*|connect\w*|remote|server|service|network|http|https|web|url|online|webhook|slack|email|mail|notif\w*|monitor\w*|telemetry|analytics|report\w*|auth\w*|credential\w*|secret\w*|token\w*|key|keys|password\w*|login|account\w*|aws|azure|gcp|google|github|gitlab|docker|kubernetes|registry|database|fetch\w*|download\w*|search\w*|integrat\w*|platform|manage\w*|audit\w*|scan\w*|security|proxy|ssh|vpn|wallet\w*|crypto\w*|payment\w*|trading|ai|llm|model\w*|agent\w*|bot|chat|message\w*|social|stream\w*|log|logs|logging|client|environment|diagnos\w*|team|workflow\w*|automat\w*)\b/i;

const personal: ReadonlyMap<Label, string> = new Map([
  ["credentials", "credentials"],
  ["environment", "environment variables"],
  ["personal-files", "personal files"],
  ["agent-memory", "an agent's memory"],
  ["clipboard", "the clipboard"],
  ["observation", "what the user types or sees"],
]);

function dataSent(action: Action): string | undefined {
  if (
    action.kind !== "connect" ||
    action.direction === "fetch" ||
    action.isQuoted ||
    action.setting === "inline"
  )
    return undefined;
  const kind = action.address === undefined ? "unknown" : classifyHost(action.address);
  if (kind === "loopback" || kind === "private") return undefined;
  for (const { label, from } of action.carries) {
    // One variable is the key of the service that is called.
    const name = /^\$?\{?[A-Za-z_]\w*\}?$/.test(from) ? undefined : personal.get(label);
    if (name !== undefined) return name;
  }
  return undefined;
}
