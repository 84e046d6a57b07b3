import type { Action, RunAction } from "../../../scan/evidence.ts";

/** Whether a command only reads such a place, or takes away what starts there. */
export function isTakenAway(action: Action): boolean {
  const text = textOf(action);
  if (deletesLines.test(text) || readsSetting.test(text)) return true;
  return action.kind === "run" && (reads(action) || (action.program === "crontab" && isFiltered(action)));
}

function textOf({ source, span }: Action): string {
  return span.end - span.start > 600 ? "" : source.text.slice(span.start, span.end);
}

/** `sed -i '/pattern/d' file` and nothing else. */
const deletesLines =
  /^(?:sudo[ \t]{1,4})?sed[ \t]{1,4}(?:-i\S{0,8}[ \t]{1,4}|-e[ \t]{1,4}|''[ \t]{1,4}){1,3}(["'])[/|\\#][^\n"'|;]{1,120}[/|#]I?d\1[ \t][^\n;&|]{1,120}$/;

/** `git config --get NAME`, also in a substitution. */
const readsSetting =
  /^(?:\w{1,40}=["']?\$\()?git[ \t][^\n;&|]{0,80}\bconfig\b[^\n;&|]{0,40}[ \t]--(?:get\S{0,10}|list|unset\S{0,5})(?:[ \t]|$)/;

function reads({ program, text }: RunAction): boolean {
  const plain = text.slice(0, 600);
  if (/^reg(?:\.exe)?$/i.test(program))
    return /^\S{0,60}[ \t]{1,4}["']?(?:delete|query|export)\b/i.test(plain);
  if (program === "wmic") return /\b(?:get|list|delete)\b/i.test(plain) && !/\bcreate\b/i.test(plain);
  return false;
}

/** `crontab -l | grep -v mine | crontab -` takes away an entry. */
function isFiltered({ input }: RunAction): boolean {
  let isRemoved = false;
  for (let at: Action | undefined = input; at !== undefined; at = at.kind === "run" ? at.input : undefined) {
    if (at.kind !== "run") return false;
    if (at.program === "crontab") return isRemoved;
    if (at.program === "grep" && at.words.some((word) => word !== undefined && /^-\w{0,4}v/.test(word)))
      isRemoved = true;
    else if (at.program !== "sed" || !/\/d["']?[ \t]{0,4}$/.test(at.text)) return false;
    else isRemoved = true;
  }
  return false;
}
