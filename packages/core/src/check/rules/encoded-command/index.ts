import type { Span } from "../../../text/span.ts";
import { type CodeSearch, excerpt, findInCode, isWithin, lineOf } from "../../code/find-in-code.ts";
import { commandRest, filters, pipe, readsProgram, runsSubstitution } from "../../code/shell-words.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { decodeLiteral } from "./decode-literal.ts";

export const rule: Rule = defineRule({
  id: "encoded-command",
  category: "security",
  severity: "error",
  summary: "No command is hidden in base64 or hex.",
  messages: {
    decodedAndRun:
      "'{command}' runs a program that cannot be read before it is decoded; write the command in plain text.",
    decodedAndRunText:
      "'{command}' decodes and runs a hidden program that starts with '{start}'; write the command in plain text.",
    encodedScript:
      "This encoded text of {length} characters is a script that starts with '{start}'; include the script as plain text.",
  },
  check(skill, { report }) {
    const reported = new Map<string, Span[]>();
    for (const { source, match, span } of findInCode(skill, decodedAndRun)) {
      const line = lineOf(source.text, span);
      const lines = reported.get(source.text) ?? [];
      lines.push(line);
      reported.set(source.text, lines);
      const command = excerpt(match[0]);
      const start = startOfLiteral(source.text.slice(line.start, line.end));
      if (start === undefined) report({ message: "decodedAndRun", args: { command }, span, ...source.place });
      else report({ message: "decodedAndRunText", args: { command, start }, span, ...source.place });
    }
    for (const { source, match, span } of findInCode(skill, literals)) {
      const text = decodeLiteral(match[0]);
      if (text === undefined || !looksLikeScript.test(text)) continue;
      if (isWithin(reported.get(source.text) ?? [], { start: span.start, end: span.start })) continue;
      report({
        message: "encodedScript",
        args: { length: match[0].length, start: excerpt(text) },
        span,
        ...source.place,
      });
    }
  },
});

const shellDecoder = String.raw`\b(?:base(?:64|32)[ \t]{1,20}(?:-[\w-]{1,20}[ \t]{1,20}){0,2}(?:-[diD]{1,2}|--decode)|openssl[ \t]{1,20}(?:enc[ \t]{1,20})?-?base64[ \t]{1,20}(?:-\w{1,8}[ \t]{1,20}){0,3}-d|xxd[ \t]{1,20}(?:-\w{1,8}[ \t]{1,20}){0,2}-\w{0,2}r\w{0,2})\b`;
const pythonDecoder = String.raw`(?:b(?:64|32|16|85)decode|unhexlify|fromhex|codecs\.decode|zlib\.decompress|marshal\.loads)[ \t]{0,8}\(`;

const decodedAndRun: CodeSearch = {
  words: [
    "base64",
    "base32",
    "openssl",
    "xxd",
    "b64",
    "b32",
    "b85",
    "unhexlify",
    "fromhex",
    "codecs",
    "zlib",
    "marshal",
    "atob",
    "hex'",
    'hex"',
    "-e ",
    "-e\t",
    "-ec",
    "-en",
    "\\x0",
    "\\x1",
    "\\x2",
    "\\x3",
    "\\x4",
    "\\x5",
    "\\x6",
    "\\x7",
    "\\x8",
    "\\x9",
    "\\xa",
    "\\xb",
    "\\xc",
    "\\xd",
    "\\xe",
    "\\xf",
  ],
  hint: /base64|base32|openssl|xxd|b64|b32|b85|unhexlify|fromhex|codecs|zlib|marshal|atob|\\x[0-9a-f]{2}|hex['"]|-e(?:c|nc|ncodedcommand)?[ \t]/i,
  patterns: [
    new RegExp(`${shellDecoder}${commandRest}${filters}${pipe}${readsProgram}`, "gm"),
    new RegExp(String.raw`${runsSubstitution}[^\n)]{0,1000}?${shellDecoder}[^\n)]{0,80}`, "g"),
    new RegExp(
      String.raw`\b(?:echo|printf)[ \t]{1,20}(?:-\w{1,4}[ \t]{1,20})?\$?["']?(?:\\x[0-9a-fA-F]{2}){8,2000}(?!\\x)${commandRest}${pipe}${readsProgram}`,
      "gm",
    ),
    new RegExp(
      String.raw`\b(?:exec|eval|os\.system|os\.popen|subprocess\.\w{1,16})[ \t]{0,8}\([ \t]{0,8}[\w.'"()]{0,60}?${pythonDecoder}[^\n]{0,200}`,
      "g",
    ),
    /\b(?:eval|Function|execSync|child_process\.exec)[ \t]{0,8}\([ \t]{0,8}(?:atob[ \t]{0,8}\([^\n]{0,200}|Buffer\.from\([^\n)]{0,1000}['"](?:base64|hex)['"][^\n]{0,40})/g,
    /\b(?:powershell|pwsh)(?:\.exe)?(?:[ \t][^\n|;]{0,200}?)?[ \t]-e(?:c|nc|ncodedcommand)?[ \t]{1,20}["']?[A-Za-z0-9+/]{16,400}/gi,
    /\b(?:iex|invoke-expression)\b[^\n]{0,200}?frombase64string[^\n]{0,200}|\bfrombase64string[^\n|]{0,400}\|[ \t]{0,20}(?:iex|invoke-expression)\b/gi,
  ],
  where: "anywhere",
};

const shortestLiteral = 40;

// The lookbehind allows a match only at the start of a run, which keeps long runs linear.
const literals: CodeSearch = {
  hint: { test: hasLongRun },
  patterns: [
    new RegExp(`(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{${shortestLiteral},}={0,2}`, "g"),
    /(?<!\\x[0-9a-fA-F]{2})(?:\\x[0-9a-fA-F]{2}){16,4000}/g,
  ],
  where: "anywhere",
};

const looksLikeScript =
  /^#!\s?\/|\b(?:curl|wget)\s+\S|\/bin\/(?:ba|z)?sh\b|\bbash\s+-[ci]\b|\bpowershell\b|\binvoke-(?:web|rest|expression)|\b(?:iex|iwr|irm)[ (]|new-object\s+(?:system\.)?net\.|downloadstring|\/dev\/tcp\/|\bnc\s+-|\brm\s+-\w*[rf]|\bos\.(?:system|popen)\(|\bsubprocess\.|\b(?:exec|eval)\(|child_process|\bimport\s+(?:os|socket|subprocess)\b|\bchmod\s+\+x/i;

const encoded = /[A-Za-z0-9+/]/;

/** Whether there may be 40 base64 characters or 16 escapes in a row: tests only every 40th character. */
function hasLongRun(text: string): boolean {
  if (text.includes("\\x")) return true;
  for (let at = shortestLiteral - 1; at < text.length; at += shortestLiteral) {
    if (!encoded.test(text[at] ?? "")) continue;
    let start = at;
    while (start > at - shortestLiteral && encoded.test(text[start - 1] ?? "")) start--;
    let end = at + 1;
    while (end < start + shortestLiteral && encoded.test(text[end] ?? "")) end++;
    if (end - start >= shortestLiteral) return true;
  }
  return false;
}

function startOfLiteral(line: string): string | undefined {
  for (const [literal] of line.matchAll(
    /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{16,}={0,2}|(?<!\\x[0-9a-fA-F]{2})(?:\\x[0-9a-fA-F]{2}){8,4000}/g,
  )) {
    const text = decodeLiteral(literal);
    if (text !== undefined) return excerpt(text);
  }
  return undefined;
}
