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
      if (!message || chats.test(readAddress(action.address).host) || !isFirst(action)) continue;
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

/** Services of vendors, which answer with the user's own messages. */
const chats =
  /(?:^|\.)(?:telegram\.org|slack\.com|discord(?:app)?\.com|ntfy\.sh|office\.com|google\.com|ifttt\.com|zapier\.com)$/;

/** An archive with its password beside it only keeps scanners out. */
function unpacksLocked({ program, words }: RunAction): boolean {
  const known = words.map((word) => word ?? "");
  const next = (flag: RegExp): string | undefined => known[known.findIndex((word) => flag.test(word)) + 1];
  if (program === "unzip") {
    const attached = known.map((word) => /^-\w{0,4}P(\S{1,100})$/.exec(word)?.[1]).find(Boolean);
    return isLiteral(attached ?? (known.some((word) => /^-\w{0,4}P$/.test(word)) ? next(/^-\w{0,4}P$/) : ""));
  }
  const password = known.map((word) => /^-p(\S{1,100})$/.exec(word)?.[1]).find(Boolean);
  if (/^7z[arz]?$/.test(program)) return /^[xe]$/.test(known[0] ?? "") && isLiteral(password);
  return (program === "unrar" || program === "rar") && isLiteral(password === "-" ? "" : password);
}

/** A password that stands there, and not one that the user gives. */
function isLiteral(password: string | undefined): boolean {
  return password !== undefined && password !== "" && !/[$%{<]|^[A-Z_]+$/.test(password);
}
