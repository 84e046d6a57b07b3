import { defineRule, type Rule } from "../../rule.ts";
import type { ScriptLanguage } from "../../scripts.ts";

export const rule: Rule = defineRule({
  id: "script-interactive",
  category: "quality",
  severity: "warning",
  summary: "Scripts do not wait for keyboard input.",
  messages: {
    waits:
      "{file} waits for keyboard input at '{call}', which an agent cannot provide; take the value as an argument, a file or an environment variable.",
  },
  check({ scripts }, { report }) {
    for (const { path, text, language } of scripts()) {
      // A script that prompts only on a terminal, or has an option not to prompt, works for an agent.
      if (!calls[language].test(text) || attended.test(text)) continue;
      const found = firstCall(text, language);
      if (found)
        report({ message: "waits", args: { file: path, call: found.call }, file: path, span: found.span });
    }
  },
});

const attended =
  /isatty|isTTY|\[\[? -t [01] |--(?:yes|no-input|non-interactive|assume-yes|force)\b|UserInteractive/;

const calls: Readonly<Record<ScriptLanguage, RegExp>> = {
  // At the start of a command; in a loop, after a pipe or with a redirection, `read` does not read the keyboard.
  shell: /(?:^|[;&({]|\b(?:then|do|else|if)\b)[ \t]*(?:IFS=\S* )?(read(?![\w)(=.:-])[^\n;|&]*)/m,
  python: /(?<![\w.])(input\(|getpass\.getpass\(|getpass\()/,
  javascript:
    /(?:from |require\(|import )(["'](?:inquirer|prompts|enquirer|@inquirer\/prompts|@clack\/prompts|readline-sync)["'])|(\.question\()/,
  powershell: /(Read-Host\b)/i,
};

const fromElsewhere = /\b(?:while|until|for)\b|<|\|\s*(?:IFS=\S*\s+)?read\b/;
const comment: Readonly<Record<ScriptLanguage, RegExp>> = {
  shell: /^\s*#/,
  python: /^\s*(?:#|def |"""|''')/,
  javascript: /^\s*(?:\/\/|\*|\/\*)/,
  powershell: /^\s*#/,
};

type Found = { readonly call: string; readonly span: { readonly start: number; readonly end: number } };

function firstCall(text: string, language: ScriptLanguage): Found | undefined {
  let start = 0;
  for (const line of text.split("\n")) {
    const match = calls[language].exec(line);
    const call = match?.[1] ?? match?.[2];
    if (match && call !== undefined && !isExcused(line, match.index, language)) {
      const at = start + line.indexOf(call, match.index);
      return { call: call.trim(), span: { start: at, end: at + call.trimEnd().length } };
    }
    start += line.length + 1;
  }
  return undefined;
}

function isExcused(line: string, index: number, language: ScriptLanguage): boolean {
  if (comment[language].test(line) || (language === "shell" && fromElsewhere.test(line))) return true;
  const before = line.slice(0, index);
  // Inside a string, such as a help text, nothing is called.
  return (before.match(/["'`]/g)?.length ?? 0) % 2 === 1 || before.includes("#");
}
