import type { RunAction } from "../../../scan/evidence.ts";
import { classifyHost, type HostKind, readAddress } from "../../../scan/hosts.ts";
import { actionsOf, at, createFirstSeen, isRun } from "../../actions/at.ts";
import { excerptOf } from "../../actions/excerpt.ts";
import { isOwnReceiver } from "../../actions/own-receiver.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "paste-or-raw-ip-download",
  category: "security",
  severity: "warning",
  summary: "Downloads come from a named host whose owner is accountable.",
  messages: {
    pasteSite:
      "'{command}' downloads from {host}, where anyone can upload anything anonymously; include the file in the skill or use its project's own address.",
    shortener:
      "'{command}' downloads from {host}, which hides the real address and can change it; use the real address.",
    tunnel:
      "'{command}' downloads from {host}, whose owner cannot be held accountable; use a host of the project.",
    lookAlike: "'{command}' downloads from {host}, whose name imitates a well-known host; use the real one.",
    rawIp:
      "'{command}' downloads from the bare IP address {host}, which does not identify its owner; use a host name.",
    lockedArchive:
      "'{command}' unpacks a password-protected archive, which scanners cannot read; provide the files without a password.",
  },
  threat: {
    owasp: ["AST01", "AST02"],
    why: "No known owner is accountable for what such an address serves, and it can serve something else tomorrow.",
    remedy: "Include the file in the skill, or download it from its project's own host.",
    levels: {
      pasteSite: "medium",
      shortener: "medium",
      tunnel: "medium",
      lookAlike: "high",
      rawIp: "medium",
      lockedArchive: "high",
    },
  },
  check(skill, { report }) {
    const isFirst = createFirstSeen();
    for (const action of actionsOf(skill)) {
      if (isRun(action) && unpacksLocked(action) && isFirst(action))
        report({ message: "lockedArchive", args: { command: excerptOf(action) }, ...at(action, "high") });
      if (action.kind !== "connect" || action.direction !== "fetch" || action.address === undefined) continue;
      if (isOwnReceiver(action)) continue;
      const message = messages[classifyHost(action.address)];
      if (!message || !isFirst(action)) continue;
      const args = { command: excerptOf(action), host: readAddress(action.address).host };
      report({ message, args, ...at(action, message === "lookAlike" ? "high" : "medium") });
    }
  },
});

const messages: Readonly<
  Partial<Record<HostKind, "pasteSite" | "shortener" | "tunnel" | "lookAlike" | "rawIp">>
> = {
  "paste-site": "pasteSite",
  "file-drop": "pasteSite",
  shortener: "shortener",
  tunnel: "tunnel",
  webhook: "tunnel",
  "dns-log": "tunnel",
  "look-alike": "lookAlike",
  "raw-address": "rawIp",
};

/** An archive with its password beside it only keeps scanners out. */
function unpacksLocked({ program, words }: RunAction): boolean {
  const known = words.filter((word) => word !== undefined);
  if (program === "unzip") return known.some((word) => /^-\w{0,4}P\S{0,100}$/.test(word));
  if (/^7z[arz]?$/.test(program))
    return /^[xe]$/.test(known[0] ?? "") && known.some((word) => /^-p\S{1,100}$/.test(word));
  if (program === "unrar" || program === "rar") return known.some((word) => /^-p[^-]\S{0,100}$/.test(word));
  return false;
}
