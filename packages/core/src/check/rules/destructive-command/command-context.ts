import type { Span } from "../../../text/span.ts";
import { lineOf } from "../../code/find-in-code.ts";

// What may precede a command: nothing, a prompt, the end of another command, a word that runs it, or a key or call that contains it.
const commandStart =
  /(?:^|[;&|({`!]|\b(?:sudo|then|do|else|exec|xargs|RUN|CMD|time|nohup)|^[ \t]*[$%>]|-l?c[ \t]+["']|\b(?:run|scripts?|command|cmd|pre|post|\w{0,20}install)["']?[ \t]*[:=][ \t]*["']?|\b(?:system|popen|run|call|check_call|check_output|exec|execSync|spawn|spawnSync|shell)\([ \t]*f?["'`[]{1,2})[ \t]*$/i;

/** Whether the text at this span is executed rather than searched for, printed or listed. */
export function isCommand(text: string, span: Span): boolean {
  return commandStart.test(text.slice(lineOf(text, span).start, span.start));
}

const warning = /\b(?:never|do not|don['’]t|dont|must not|avoid|dangerous|forbidden|bad|wrong)\b|❌|🚫|⛔/i;
/** How far back to look for the previous line of text, past a fence and empty lines. */
const reach = 400;

/** Whether the line, or the last line of text before it, says not to do this. */
export function isWarnedAgainst(text: string, span: Span): boolean {
  const line = lineOf(text, span);
  if (warning.test(text.slice(line.start, line.end))) return true;
  const earlier = text.slice(Math.max(0, line.start - reach), line.start).split("\n");
  return warning.test(
    earlier.findLast((one) => one.trim() !== "" && !/^[ \t]*(?:`{3}|~{3})/.test(one)) ?? "",
  );
}
