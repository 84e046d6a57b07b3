import type { Level } from "../../../finding.ts";
import type { Action, ScannedText } from "../../../scan/evidence.ts";
import { readAddress } from "../../../scan/hosts.ts";
import { createEase } from "../../actions/announced.ts";
import { actionsOf, at, createFirstSeen } from "../../actions/at.ts";
import { excerptOf } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { askedStores, toldReads } from "./asked-stores.ts";
import { type Store, storeAt, storeOfCommand } from "./credential-stores.ts";

export const rule: Rule = defineRule({
  id: "credential-access",
  category: "security",
  severity: "warning",
  summary: "No command or script reads the user's keys, password files or wallets.",
  messages: {
    reads:
      "'{command}' reads {store}; let the tool that owns the credential use it, or ask the user for a credential made for this skill.",
    collects: "This reads {stores}; let the tools that own the credentials use them.",
    asks: "The text asks the agent to read {stores}; let the tools that own the credentials use them, or ask the user for a credential made for this skill.",
    metadata:
      "'{command}' asks the cloud provider's metadata service for the machine's credentials; let the provider's own tools do that.",
  },
  threat: {
    owasp: ["AST01", "AST03"],
    why: "A skill that can read a key can use it and pass it on, and the user would not notice.",
    remedy: "Use the tool that owns the credential, or a credential made for this skill alone.",
    levels: { reads: "medium", collects: "high", asks: "medium", metadata: "medium" },
  },
  check(skill, { report }) {
    const isFirst = createFirstSeen();
    const ease = createEase(skill);
    const stores = new Map<ScannedText, Map<string, Action>>();
    for (const action of actionsOf(skill)) {
      if (isMetadata(action) && isFirst(action))
        report({ message: "metadata", args: { command: excerptOf(action) }, ...at(action, "medium") });
      const store = action.kind === "read" ? storeAt(action.path) : storeOfCommand(action);
      if (!store) continue;
      const known = stores.get(action.source) ?? new Map<string, Action>();
      stores.set(action.source, known);
      if (!known.has(store.name)) known.set(store.name, action);
      if (store.level === "low" || asksWhether(action) || !isFirst(action)) continue;
      const { level } = store;
      report({
        message: "reads",
        args: { command: excerptOf(action), store: store.name },
        // A backup of one's own key stays in a file; what goes into a pipe goes anywhere.
        ...at(
          action,
          isGpg(store) && !isPiped(action) ? ease(action, { topic: "own-keys", level, end: "" }) : level,
        ),
      });
    }
    for (const { statement, stores: named } of askedStores(skill.evidence().statements)) {
      const grave = [...named.values()].filter(({ level }) => level !== "low").length;
      if (grave === 0 && named.size < 2) continue;
      const { span, file } = statement.source.placeOf(statement.span);
      const level = grave >= severalStores ? "high" : "medium";
      report({ message: "asks", args: { stores: [...named.keys()].join(", ") }, span, file, level });
    }
    for (const source of skill.evidence().texts) {
      const told = toldReads(source);
      if (told.size < severalStores) continue;
      const { span, file } = source.placeOf({ start: 0, end: 0 });
      report({ message: "asks", args: { stores: [...told.keys()].join(", ") }, span, file, level: "high" });
    }
    for (const known of stores.values()) {
      const [first] = known.values();
      if (!first || known.size < severalStores) continue;
      const level: Level = known.size > severalStores ? "critical" : "high";
      report({ message: "collects", args: { stores: [...known.keys()].join(", ") }, ...at(first, level) });
    }
  },
});

function isGpg({ name }: Store): boolean {
  return name === "private GPG keys";
}

function isPiped({ source, span }: Action): boolean {
  return /^[^\n]{0,200}\|/.test(source.text.slice(span.start, span.end + 200));
}

/** `grep -q` tells whether a word is in a file, and nothing else of it. */
function asksWhether({ source, span }: Action): boolean {
  return /^grep[ \t]{1,4}-\w{0,4}q\w{0,4}[ \t]/.test(
    source.text.slice(span.start, Math.min(span.end, span.start + 200)),
  );
}

/** A backup of one tool reads one store, a thief reads them all. */
const severalStores = 3;

function isMetadata(action: Action): boolean {
  if (action.kind !== "connect" || action.address === undefined) return false;
  const { host, path } = readAddress(action.address);
  if (!/^(?:169\.254\.169\.254|169\.254\.170\.2|metadata\.google\.internal|100\.100\.100\.200)$/.test(host))
    return false;
  return /security-credentials|\/token|\/identity|credentials/.test(path) || path.length < 2;
}
