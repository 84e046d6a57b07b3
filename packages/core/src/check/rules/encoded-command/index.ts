import type { Action, Carried, ScannedText } from "../../../scan/evidence.ts";
import { actionsOf, at, createFirstSeen } from "../../actions/at.ts";
import { excerpt, excerptOf } from "../../actions/excerpt.ts";
import { readsProgram } from "../../actions/interpreters.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { decodeLiteral } from "./decode-literal.ts";
import { findEncodedScripts } from "./find-encoded-scripts.ts";

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
  threat: {
    owasp: ["AST01", "AST08"],
    why: "Text is encoded to keep people and scanners from reading what it does.",
    remedy: "Write the program in plain text; nothing honest needs to be decoded before it runs.",
    levels: { decodedAndRun: "critical", decodedAndRunText: "critical", encodedScript: "high" },
  },
  check(skill, { report }) {
    const isFirst = createFirstSeen();
    const lines = new Set<string>();
    for (const action of actionsOf(skill)) {
      const decoded = action.carries.find(({ label }) => label === "decoded");
      if (!decoded || !runsItsData(action) || !isFirst(action)) continue;
      lines.add(lineOf(action.source, action.span.start).key);
      if (isShown.test(lineOf(action.source, action.span.start).line)) continue;
      const level = isCompressed(decoded) || isGivenByCaller(action) ? "high" : "critical";
      const command = excerptOf(action);
      const start = startOfLiteral(action);
      if (start !== undefined && showsOnly.test(start)) continue;
      if (start === undefined) report({ message: "decodedAndRun", args: { command }, ...at(action, level) });
      else report({ message: "decodedAndRunText", args: { command, start }, ...at(action, level) });
    }
    for (const { source, span, text } of findEncodedScripts(skill.evidence().texts)) {
      if (lines.has(lineOf(source, span.start).key)) continue;
      const { file, span: place } = source.placeOf(span);
      const args = { length: span.end - span.start, start: excerpt(text) };
      report({ message: "encodedScript", args, span: place, file });
    }
  },
});

/** What tutorials encode: a text that is only shown. */
const showsOnly = /^(?:alert|confirm|prompt|print|console\.log)\(["'`]?[\w .!-]{0,40}["'`]?\);?$/;

/** A placeholder, or a text too short to be a command with an argument: what warnings and lessons show. */
const isShown =
  /\becho[ \t]{1,4}(?:-n[ \t]{1,4})?["']?(?:<[\w -]{1,40}>|\.{3}|…|[A-Za-z0-9+/]{4,10}={0,2}(?![A-Za-z0-9+/=]))["']?[ \t]{0,4}\|[ \t]{0,4}base64\b/;

/** How far a line is read to each side. */
const reach = 4000;

/** The line in which something stands, and a key for it. */
function lineOf({ text, path }: ScannedText, at: number): { readonly line: string; readonly key: string } {
  const before = text.slice(Math.max(0, at - reach), at);
  const start = at - before.length + before.lastIndexOf("\n") + 1;
  const after = text.slice(at, at + reach);
  const newline = after.indexOf("\n");
  return { line: text.slice(start, at + (newline === -1 ? after.length : newline)), key: `${path}:${start}` };
}

/** What a literal in the line of a command decodes to. */
function startOfLiteral({ source, span }: Action): string | undefined {
  for (const [literal] of lineOf(source, span.start).line.matchAll(literals)) {
    const text = decodeLiteral(literal);
    if (text !== undefined) return excerpt(text);
  }
  return undefined;
}

// The lookbehinds allow a match only at the start of a run, which keeps long runs linear.
const literals =
  /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{16,}={0,2}|(?<!\\x[0-9a-fA-F]{2})(?:\\x[0-9a-fA-F]{2}){8,4000}/g;

function runsItsData(action: Action): boolean {
  return action.kind === "evaluate" || (action.kind === "run" && readsProgram(action));
}

/** A program that decodes its argument may be careless rather than malicious. */
function isGivenByCaller({ carries }: Action): boolean {
  const labels = new Set(carries.map(({ label }) => label));
  return labels.has("input") && !labels.has("remote") && !labels.has("constant");
}

/** Compression saves space; text that is only encoded does not. */
function isCompressed({ from }: Carried): boolean {
  return /gzip|zlib|gunzip|inflate|zcat|xz|lzma|bz2/i.test(from);
}
