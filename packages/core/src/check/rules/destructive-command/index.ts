import type { Span } from "../../../text/span.ts";
import { type CodeMatch, type CodeSearch, excerpt, findInCode, lineOf } from "../../code/find-in-code.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "destructive-command",
  category: "security",
  severity: "warning",
  summary: "No command destroys a home directory, a system folder or a disk.",
  messages: {
    destructive:
      "'{command}' destroys files far outside the skill's task and cannot be undone; name the exact folder to delete, inside the workspace.",
    emptyVariable:
      "'{command}' deletes from the root of the disk if {variable} is empty; add :? to the variable so that the command stops instead.",
  },
  check(skill, { report }) {
    const isGuarded = createGuardLookup();
    for (const found of findInCode(skill, search)) {
      const { source, match, span } = found;
      if (!isRun(found) || isWarnedAgainst(source.text, span)) continue;
      const command = excerpt(match[0]);
      const variable = match.groups?.braced ?? match.groups?.plain;
      if (variable === undefined)
        report({ message: "destructive", args: { command }, span, ...source.place });
      else if (!isGuarded(source.text, variable)) {
        report({ message: "emptyVariable", args: { command, variable }, span, ...source.place });
      }
    }
  },
});

const end = String.raw`(?=[\s;&|)"'\x60#]|$)`;
const home = String.raw`~|\$HOME|\$\{HOME\}`;
const system = String.raw`\/(?:(?:bin|boot|etc|home|lib|sbin|usr|Users|System)\/?)?`;
const removal = String.raw`\brm(?=[^\n;&|]{0,60}[ \t](?:-\w{0,8}[rR]|--recursive))(?:[ \t]{1,8}--?[\w-]{1,24}){1,5}[ \t]{1,8}`;
const disk = String.raw`\/dev\/r?(?:sd[a-w]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|disk\d|mmcblk\d)`;

const search: CodeSearch = {
  words: [
    "rm ",
    "rm\t",
    "mkfs",
    "/dev",
    "chmod",
    "chown",
    ":()",
    ": (",
    ":\t(",
    "rmtree",
    "remove-item",
    "rd ",
    "rd\t",
    "del ",
    "del\t",
    "no-preserve-root",
  ],
  hint: /\brm[ \t]+-|mkfs|\bof=\/dev|>[ \t]*\/dev\/|\bchmod[ \t]|\bchown[ \t]|:[ \t]*\(\)|rmtree|Remove-Item|\brd[ \t]+\/s|\bdel[ \t]+\/|no-preserve-root/i,
  patterns: [
    new RegExp(String.raw`${removal}["']?(?:${home}|${system})["']?\/?["']?\*?["']?${end}`, "gm"),
    new RegExp(
      String.raw`${removal}["']?\$(?:\{(?<braced>\w{1,60})\}|(?<plain>\w{1,60}))["']?\/["']?\*?["']?${end}`,
      "gm",
    ),
    new RegExp(String.raw`\bmkfs(?:\.\w{1,12})?[ \t][^\n;&|]{0,80}?${disk}`, "g"),
    new RegExp(String.raw`\bdd[ \t][^\n;&|]{0,160}?\bof=${disk}`, "g"),
    new RegExp(
      String.raw`\bch(?:mod|own)[ \t]{1,8}(?:-[a-zA-Z]{0,4}R[a-zA-Z]{0,4}|--recursive)[ \t]{1,8}[\w:+=,]{1,40}[ \t]{1,8}["']?(?:${home}|${system})["']?\/?\*?["']?${end}`,
      "gm",
    ),
    /:[ \t]?\(\)[ \t]?\{[ \t]?:[ \t]?\|[ \t]?:[ \t]?&[ \t]?\}[ \t]?;[ \t]?:/g,
    /\bshutil\.rmtree\([ \t]{0,4}(?:["'](?:\/|~\/?)["']|os\.path\.expanduser\(["']~\/?["']\)|Path\.home\(\))[ \t]{0,4}[,)]/g,
    /\bRemove-Item\b[^\n;|]{0,80}?(?:[ \t]["']?C:\\\*?["']?|[ \t]["']?(?:\$HOME|~|\$env:USERPROFILE)["']?)(?=\s|$)[^\n;|]{0,80}/gim,
    /\b(?:rd|rmdir|del)[ \t]{1,4}\/s[ \t]{1,4}(?:\/q[ \t]{1,4})?["']?(?:C:\\|%USERPROFILE%)\*?["']?(?=\s|$)/gim,
  ],
  where: "blocks",
};

/** `Remove-Item` needs -Recurse to be dangerous; the fork bomb and rmtree are calls by themselves. */
function isRun({ source, match, span }: CodeMatch): boolean {
  const [command] = match;
  if (/^Remove-Item/i.test(command) && !/-Recurse\b/i.test(command)) return false;
  return /^(?::|shutil)/.test(command) || isCommand(source.text, span);
}

const assignment = /\b(?:for|read|local|declare|typeset)[ \t]+(?:-\w+[ \t]+)?(\w+)|\b(\w+)=|\$\{(\w+):?[?=]/g;

/** Whether a text assigns a variable or stops when it is unset; each text is scanned once. */
function createGuardLookup(): (text: string, variable: string) => boolean {
  const known = new Map<string, ReadonlySet<string> | "all">();
  return (text, variable) => {
    const guarded = known.get(text) ?? guardedIn(text);
    known.set(text, guarded);
    return guarded === "all" || guarded.has(variable);
  };
}

function guardedIn(text: string): ReadonlySet<string> | "all" {
  if (/\bset[ \t]+-[a-tv-z]{0,8}u|\bset[ \t]+-o[ \t]+nounset/.test(text)) return "all";
  return new Set(
    [...text.matchAll(assignment)].map(
      ([, declared, assigned, checked]) => declared ?? assigned ?? checked ?? "",
    ),
  );
}

// What may precede a command: nothing, a prompt, the end of another command, a word that runs it, or a key or call that contains it.
const commandStart =
  /(?:^|[;&|({`!]|\b(?:sudo|then|do|else|exec|xargs|RUN|CMD|time|nohup)|^[ \t]*[$%>]|-l?c[ \t]+["']|\b(?:run|scripts?|command|cmd|pre|post|\w{0,20}install)["']?[ \t]*[:=][ \t]*["']?|\b(?:system|popen|run|call|check_call|check_output|exec|execSync|spawn|spawnSync|shell)\([ \t]*f?["'`[]{1,2})[ \t]*$/i;

/** Characters of a line before a command that are looked at. */
const startReach = 400;

/** Whether the text at this span is executed rather than searched for, printed or listed. */
function isCommand(text: string, span: Span): boolean {
  const { start } = lineOf(text, span);
  const from = Math.max(start, span.start - startReach);
  // Whatever is left out precedes the command, so a part of a line must not look like its beginning.
  return commandStart.test(`${from > start ? "…" : ""}${text.slice(from, span.start)}`);
}

const warning = /\b(?:never|do not|don['’]t|dont|must not|avoid|dangerous|forbidden|bad|wrong)\b|❌|🚫|⛔/i;
/** How far back to look for the previous line of text, past a fence and empty lines. */
const reach = 400;

/** Whether the line, or the last line of text before it, says not to do this. */
function isWarnedAgainst(text: string, span: Span): boolean {
  const line = lineOf(text, span);
  if (warning.test(text.slice(line.start, line.end))) return true;
  const earlier = text.slice(Math.max(0, line.start - reach), line.start).split("\n");
  return warning.test(
    earlier.findLast((one) => one.trim() !== "" && !/^[ \t]*(?:`{3}|~{3})/.test(one)) ?? "",
  );
}
