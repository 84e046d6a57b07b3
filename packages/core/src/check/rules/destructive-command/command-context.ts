import type { Span } from "../../../text/span.ts";
import { lineOf } from "../../code/find-in-code.ts";

// What may stand before a command: nothing, a prompt, the end of another, a word that runs it, a key or call that holds it.
const commandStart =
  /(?:^|[;&|({`!]|\b(?:sudo|then|do|else|exec|xargs|RUN|CMD|time|nohup)|^[ \t]*[$%>]|-l?c[ \t]+["']|\b(?:run|scripts?|command|cmd|pre|post|\w{0,20}install)["']?[ \t]*[:=][ \t]*["']?|\b(?:system|popen|run|call|check_call|check_output|exec|execSync|spawn|spawnSync|shell)\([ \t]*f?["'`[]{1,2})[ \t]*$/i;

/** Whether what starts here is run, and not searched for, printed or listed. */
export function isCommand(text: string, span: Span): boolean {
  return commandStart.test(text.slice(lineOf(text, span).start, span.start));
}

const warning = /\b(?:never|do not|don['’]t|dont|must not|avoid|dangerous|forbidden|bad|wrong)\b|❌|🚫|⛔/i;
/** How far back the line before is looked for, over a fence and blank lines. */
const reach = 400;

/** Whether the line, or the last line of text before it, tells not to do this. */
export function isWarnedAgainst(text: string, span: Span): boolean {
  const line = lineOf(text, span);
  if (warning.test(text.slice(line.start, line.end))) return true;
  const earlier = text.slice(Math.max(0, line.start - reach), line.start).split("\n");
  return warning.test(
    earlier.findLast((one) => one.trim() !== "" && !/^[ \t]*(?:`{3}|~{3})/.test(one)) ?? "",
  );
}
