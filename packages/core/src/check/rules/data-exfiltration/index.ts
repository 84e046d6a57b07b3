import type { Action, ConnectAction } from "../../../scan/evidence.ts";
import { classifyHost, type HostKind, readAddress } from "../../../scan/hosts.ts";
import { actionsOf, at, worstAtEachPlace } from "../../actions/at.ts";
import { excerptOf } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { gradeShipment, type Shipment } from "./grade-shipment.ts";

export const rule: Rule = defineRule({
  id: "data-exfiltration",
  category: "security",
  severity: "error",
  summary: "Nothing of the user's is sent to a host that has no claim to it.",
  messages: {
    sends:
      "'{command}' sends {data} to {host}; remove it, or send only what the user chose, to a service they know.",
  },
  threat: {
    owasp: ["AST01"],
    why: "Keys, files and conversations that leave the machine cannot be called back, and give access to everything they open.",
    remedy: "Do not install the skill unless its author can show why the host must have this data.",
    levels: { sends: "critical" },
  },
  check(skill, { report }) {
    const found: (Shipment & { readonly action: ConnectAction })[] = [];
    const pushes = new Set<string>();
    for (const action of actionsOf(skill)) {
      if (action.kind === "run" && action.program === "git" && action.words.includes("push"))
        pushes.add(keyOf(action));
      if (action.kind !== "connect" || action.direction === "listen") continue;
      const shipment =
        gradeShipment(action) ?? (pushes.has(keyOf(action)) ? gradePush(action.address) : undefined);
      if (shipment) found.push({ ...shipment, action });
    }
    for (const { action, ...shipment } of worstAtEachPlace(found)) {
      const host =
        action.address === undefined
          ? "an address computed at run time"
          : readAddress(action.address).host || action.address;
      const args = {
        command: excerptOf(action),
        data: shipment.data,
        host: describeHost(host, action.address),
      };
      report({ message: "sends", args, ...at(action, shipment.level) });
    }
  },
});

/** Tells the connection that a command makes from others. */
function keyOf({ source, span }: Action): string {
  return `${source.path}:${span.start}:${span.end}`;
}

/** The project's source leaves for a host that is no host of code. */
function gradePush(address: string | undefined): Shipment | undefined {
  if (address === undefined || !/^(?:https?|git|ssh):\/\/[\w.-]{4,253}\//.test(address)) return undefined;
  const kind = classifyHost(address);
  if (kind === "unknown") return { data: "the project's source", level: "medium" };
  return hostWords[kind] === undefined ? undefined : { data: "the project's source", level: "high" };
}

function describeHost(host: string, address: string | undefined): string {
  const words = hostWords[address === undefined ? "unknown" : classifyHost(address)];
  return words === undefined ? host : `${host} (${words})`;
}

const hostWords: Readonly<Partial<Record<HostKind, string>>> = {
  "paste-site": "a public paste site",
  "file-drop": "an anonymous file host",
  webhook: "a collector of web requests",
  tunnel: "a tunnel to an unknown machine",
  shortener: "a shortened address",
  "dns-log": "a recorder of lookups",
  "raw-address": "a bare IP address",
  "look-alike": "an imitation of a well-known host",
};
