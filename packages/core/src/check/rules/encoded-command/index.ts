import type { Span } from "../../../text/span.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { type CodeMatch, type CodeSearch, excerpt, findInCode } from "../download-and-run/find-in-code.ts";
import { commandRest, filters, pipe, readsProgram, runsSubstitution } from "../download-and-run/shell-words.ts";
import { decodeLiteral } from "./decode-literal.ts";

export const rule: Rule = defineRule({
  id: "encoded-command",
  category: "security",
  severity: "error",
  summary: "No command is hidden in base64 or hex.",
  messages: {
    decodedAndRun:
      "'{command}' runs a program that nobody can read before it is decoded; write the command in plain text.",
    decodedAndRunText:
      "'{command}' decodes and runs a hidden program that starts with '{start}'; write the command in plain text.",
    encodedScript:
      "This encoded text of {length} characters is a script that starts with '{start}'; put it into the skill as plain text.",
  },
  check(skill, { report }) {
    const runs = [...findInCode(skill, decodedAndRun)];
    for (const { source, match, span } of runs) {
      const command = excerpt(match[0]);
      const start = startOfLiteral(lineAround(source.text, span));
      const message = start === undefined ? "decodedAndRun" : "decodedAndRunText";
      report({ message, args: start === undefined ? { command } : { command, start }, span, ...source.place });
    }
    for (const literal of findInCode(skill, literals)) {
      const text = decodeLiteral(literal.match[0]);
      if (text === undefined || !looksLikeScript.test(text) || runs.some((run) => isOnLineOf(run, literal))) continue;
      const args = { length: literal.match[0].length, start: excerpt(text) };
      report({ message: "encodedScript", args, span: literal.span, ...literal.source.place });
    }
  },
});

const shellDecoder = String.raw`\b(?:base(?:64|32)[ \t]{1,20}(?:-[\w-]{1,20}[ \t]{1,20}){0,2}(?:-[diD]{1,2}|--decode)|openssl[ \t]{1,20}(?:enc[ \t]{1,20})?-?base64[ \t]{1,20}(?:-\w{1,8}[ \t]{1,20}){0,3}-d|xxd[ \t]{1,20}(?:-\w{1,8}[ \t]{1,20}){0,2}-\w{0,2}r\w{0,2})\b`;
const pythonDecoder = String.raw`(?:b(?:64|32|16|85)decode|unhexlify|fromhex|codecs\.decode|zlib\.decompress|marshal\.loads)[ \t]{0,8}\(`;

const decodedAndRun: CodeSearch = {
  hint: /base64|base32|openssl|xxd|b64|b32|b85|unhexlify|fromhex|codecs|zlib|marshal|atob|\\x[0-9a-f]{2}|hex['"]|-e(?:c|nc|ncodedcommand)?[ \t]/i,
  patterns: [
    new RegExp(`${shellDecoder}${commandRest}${filters}${pipe}${readsProgram}`, "gm"),
    new RegExp(String.raw`${runsSubstitution}[^\n)]{0,1000}?${shellDecoder}[^\n)]{0,80}`, "g"),
    new RegExp(String.raw`\b(?:echo|printf)[ \t]{1,20}(?:-\w{1,4}[ \t]{1,20})?\$?["']?(?:\\x[0-9a-fA-F]{2}){8,2000}${commandRest}${pipe}${readsProgram}`, "gm"),
    new RegExp(String.raw`\b(?:exec|eval|os\.system|os\.popen|subprocess\.\w{1,16})[ \t]{0,8}\([ \t]{0,8}[\w.'"()]{0,60}?${pythonDecoder}[^\n]{0,200}`, "g"),
    /\b(?:eval|Function|execSync|child_process\.exec)[ \t]{0,8}\([ \t]{0,8}(?:atob[ \t]{0,8}\([^\n]{0,200}|Buffer\.from\([^\n)]{0,1000}['"](?:base64|hex)['"][^\n]{0,40})/g,
    /\b(?:powershell|pwsh)(?:\.exe)?[ \t][^\n|;]{0,200}?[ \t]?-e(?:c|nc|ncodedcommand)?[ \t]{1,20}["']?[A-Za-z0-9+/]{16,400}/gi,
    /\b(?:iex|invoke-expression)\b[^\n]{0,200}?frombase64string[^\n]{0,200}|\bfrombase64string[^\n|]{0,400}\|[ \t]{0,20}(?:iex|invoke-expression)\b/gi,
  ],
  where: "anywhere",
};

// The lookbehind lets a match begin only where a run begins, which keeps long runs linear.
const literals: CodeSearch = {
  hint: /[A-Za-z0-9+/]{40}|(?:\\x[0-9a-fA-F]{2}){16}/,
  patterns: [/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,}={0,2}/g, /(?<!\\x[0-9a-fA-F]{2})(?:\\x[0-9a-fA-F]{2}){16,4000}/g],
  where: "anywhere",
};

const looksLikeScript =
  /^#!\s?\/|\b(?:curl|wget)\s+\S|\/bin\/(?:ba|z)?sh\b|\bbash\s+-[ci]\b|\bpowershell\b|\binvoke-(?:web|rest|expression)|\b(?:iex|iwr|irm)[ (]|new-object\s+(?:system\.)?net\.|downloadstring|\/dev\/tcp\/|\bnc\s+-|\brm\s+-\w*[rf]|\bos\.(?:system|popen)\(|\bsubprocess\.|\b(?:exec|eval)\(|child_process|\bimport\s+(?:os|socket|subprocess)\b|\bchmod\s+\+x/i;

/** Furthest a literal may stand from the command that decodes it. */
const lineReach = 4000;

function lineAround(text: string, { start, end }: Span): string {
  const before = text.slice(Math.max(0, start - lineReach), start);
  const after = text.slice(end, end + lineReach);
  const stop = after.indexOf("\n");
  return before.slice(before.lastIndexOf("\n") + 1) + text.slice(start, end) + (stop === -1 ? after : after.slice(0, stop));
}

function startOfLiteral(line: string): string | undefined {
  for (const [literal] of line.matchAll(/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{16,}={0,2}|(?<!\\x[0-9a-fA-F]{2})(?:\\x[0-9a-fA-F]{2}){8,4000}/g)) {
    const text = decodeLiteral(literal);
    if (text !== undefined) return excerpt(text);
  }
  return undefined;
}

function isOnLineOf(run: CodeMatch, literal: CodeMatch): boolean {
  if (run.source.text !== literal.source.text) return false;
  const [first, last] = run.span.start < literal.span.start ? [run.span, literal.span] : [literal.span, run.span];
  return first.end > last.start || !run.source.text.slice(first.end, last.start).includes("\n");
}
