import type { Span } from "../../../text/span.ts";
import { type CodeMatch, type CodeSearch, excerpt, findInCode, lineOf } from "../../code/find-in-code.ts";
import type { SkillText } from "../../code/skill-texts.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { storeOf, stores } from "./credential-stores.ts";

export const rule: Rule = defineRule({
  id: "credential-access",
  category: "security",
  severity: "warning",
  summary: "No command or script reads the user's keys, password files or whole environment.",
  messages: {
    reads:
      "'{command}' reads {store}; let the tool that owns the credential use it, or ask the user for a credential made for this skill.",
    collects:
      "This script references {stores} and also uses the network; let the tools that own the credentials use them.",
    sendsEnvironment:
      "'{command}' sends the whole environment, including every secret in it, over the network; pass only the variable that is needed.",
  },
  check(skill, { report }) {
    for (const { source, match, span } of findInCode(skill, environment)) {
      report({ message: "sendsEnvironment", args: { command: excerpt(match[0]) }, span, ...source.place });
    }
    const named = new Map<SkillText, Map<string, Span>>();
    for (const { source, match, span } of findInCode(skill, stores)) {
      const line = readLine(source.text, span);
      const store = storeOf(match);
      const command = excerpt(line.before.trimStart() + match[0] + line.after);
      if (isRead(match, line)) report({ message: "reads", args: { command, store }, span, ...source.place });
      else if (!isComment(line.before)) remember(named, source, [store, span]);
    }
    for (const [source, spans] of named) {
      const [span] = spans.values();
      if (!span || spans.size < 2 || source.kind !== "script" || !network.test(source.text)) continue;
      report({ message: "collects", args: { stores: [...spans.keys()].join(", ") }, span, ...source.place });
    }
  },
});

function remember(
  named: Map<SkillText, Map<string, Span>>,
  source: SkillText,
  [store, span]: [string, Span],
): void {
  const spans = named.get(source) ?? new Map<string, Span>();
  if (!spans.has(store)) spans.set(store, span);
  named.set(source, spans);
}

const sender = String.raw`(?:curl|wget|nc|ncat|netcat|socat|telnet)\b`;
const environment: CodeSearch = {
  words: ["env", "export -p"],
  hint: /(?:env|export -p)[^\n]{0,400}(?:curl|wget|nc|ncat|netcat|socat|telnet)\b|(?:curl|wget|nc|ncat|netcat|socat|telnet|post|put|fetch|axios)\b[^\n]{0,200}env/,
  patterns: [
    new RegExp(
      String.raw`(?<![\w.\/$-])(?:env[ \t]{0,8}|printenv[^\n|;&]{0,80}|export -p[ \t]{0,8}|cat[ \t]{1,8}\/proc\/self\/environ[ \t]{0,8})\|(?:[^\n|;&]{0,100}\|){0,3}[ \t]{0,8}${sender}[^\n]{0,200}`,
      "g",
    ),
    new RegExp(
      String.raw`\b${sender}[^\n;]{0,200}?\$\([ \t]{0,8}(?:env|printenv|export -p)[ \t]{0,8}[)|][^\n]{0,100}`,
      "g",
    ),
    /\b(?:requests|httpx)\.(?:post|put)\([^\n]{0,160}?\b(?:dict\(os\.environ\)|os\.environ(?:\.copy\(\))?)[ \t]{0,4}[,)][^\n]{0,60}/g,
    /\b(?:fetch|axios\.post|axios)\([^\n]{0,160}?\bJSON\.stringify\([ \t]{0,4}process\.env[ \t]{0,4}\)[^\n]{0,60}/g,
  ],
  where: "blocks",
};

type Line = { readonly before: string; readonly after: string };

function readLine(text: string, span: Span): Line {
  const line = lineOf(text, span);
  return { before: text.slice(line.start, span.start), after: text.slice(span.end, line.end) };
}

const reader =
  /\b(?:cat|less|more|head|tail|tar|zip|7z|base64|xxd|strings|grep|awk|openssl|gpg|curl|wget|nc|cp|mv|scp|rsync|sqlite3|Get-Content|Copy-Item|type|open|read|readFile|readFileSync|read_text|copyfile|copy2?|connect)\b/;
// A redirection into the file, or an option that tells a tool which key to use.
const used = /(?:>|[ \t]-[if]|--?[\w-]*(?:key|netrc)[\w-]*|IdentityFile)[ \t=]*["']?[^\s"'>]{0,60}$/;
/** Characters before a match in which such an option is looked for. */
const usedReach = 200;
const copier = /\b(?:cp|mv|scp|rsync|Copy-Item)\b/;

/** Whether the line reads the file. The last argument of a copy is its destination. */
function isRead(match: CodeMatch["match"], { before, after }: Line): boolean {
  if (match.groups?.always !== undefined) return true;
  if (isComment(before) || used.test(before.slice(-usedReach))) return false;
  if (!reader.test(before)) return /^["')\s]*\.(?:read|open)/.test(after);
  return !copier.test(before) || /^["']?[ \t]+[^\s#;&|]/.test(after);
}

function isComment(before: string): boolean {
  return /^[ \t]*(?:#|\/\/|\*|--|REM\b)/.test(before);
}

const network =
  /\b(?:requests\.(?:post|put)|httpx\.|urlopen\(|http\.client|socket\.|fetch\(|axios|https?\.request|curl|wget|webhook|Invoke-(?:WebRequest|RestMethod))/;
