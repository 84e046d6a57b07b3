import type { Level } from "../../../finding.ts";
import type { Action, RunAction } from "../../../scan/evidence.ts";
import { normalizePath } from "../../../scan/places.ts";
import { findOrders } from "../../../scan/prose/find-orders.ts";
import { placeOf, weigh } from "../../../scan/prose/find-signs.ts";
import { actionsOf, at, createFirstSeen } from "../../actions/at.ts";
import { excerpt, excerptOf } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { createAssignedLookup } from "./is-assigned.ts";

export const rule: Rule = defineRule({
  id: "destructive-command",
  category: "security",
  severity: "warning",
  summary: "No command destroys a home directory, a system folder or a disk.",
  messages: {
    destructive:
      "'{command}' destroys files far outside the skill's task and cannot be undone; name the exact folder to delete, inside the workspace.",
    asks: "'{phrase}' asks to destroy data that cannot be brought back; let the user decide, and name what is deleted.",
    emptyVariable:
      "'{command}' deletes from the root of the disk if {variable} is empty; add :? to the variable so that the command stops instead.",
  },
  threat: {
    owasp: ["AST01", "AST03"],
    why: "What such a command deletes is gone, for every project and person on the machine.",
    remedy: "Delete only folders inside the workspace, by their full names.",
    levels: { destructive: "critical", asks: "medium", emptyVariable: "low" },
  },
  check(skill, { report }) {
    const isFirst = createFirstSeen();
    const isAssigned = createAssignedLookup();
    for (const action of actionsOf(skill)) {
      const variable = action.kind === "delete" ? variableBeforeRoot(action.path) : undefined;
      if (variable !== undefined && !isAssigned(action.source.text, variable) && isFirst(action)) {
        report({
          message: "emptyVariable",
          args: { command: excerptOf(action), variable },
          ...at(action, "low"),
        });
      } else if (destroys(action) && isFirst(action)) {
        report({
          message: "destructive",
          args: { command: excerptOf(action) },
          ...at(action, levelOf(action)),
        });
      }
    }
    for (const { reading, text } of findOrders(skill.evidence(), orders))
      report({
        message: "asks",
        args: { phrase: excerpt(text) },
        level: weigh("medium", reading),
        ...placeOf(reading, text),
      });
  },
});

/** A second disk may be meant: people format new ones, and write images to sticks. */
function levelOf(action: Action): Level {
  const formatsOther =
    action.kind === "run" &&
    /^(?:dd|mkfs\S{0,10}|wipefs)$/.test(action.program) &&
    !/\/dev\/r?(?:(?:s|h|v|xv)da|nvme0|disk[01]|mmcblk0)/.test(action.text.slice(0, 1000)) &&
    !/\bif=\/dev\/(?:zero|u?random)/.test(action.text.slice(0, 1000));
  if (formatsOther) return "medium";
  if (dropsDatabase(action) && asksFirst.test(action.source.text.slice(0, longestProgram))) return "high";
  // A sentence may ask what keeps an agent from running it.
  return action.setting === "inline" ? "high" : "critical";
}

/** A database tool that has the user confirm does what the user wants. */
const asksFirst =
  /\bread[ \t]{1,4}(?:-\w{1,3}[ \t]{1,4}){0,2}-\w{0,2}p\b|\bAre you sure\b|\bType .{1,40} to confirm\b|\bconfirm\w{0,10}[ \t]{0,4}\(/i;

function dropsDatabase(action: Action): boolean {
  return action.kind === "run" && /^(?:psql|mysql|mariadb|sqlite3|mongosh?)$/.test(action.program);
}

const destroying = String.raw`\b(?:drop|delete|wipe|erase|destroy|shred|purge|remove|truncate|overwrite|rewrite)\b`;
const valuable = String.raw`\b(?:production\s+(?:database|data|tables?|schema)|backups?|(?:user's|their|all)\s+(?:\w+\s+){0,1}(?:photos|documents|files|data|mails?)|home\s+(?:folder|directory)|(?:whole|entire)\s+(?:disk|drive|repository|history|database|project)|(?:git\s+)?history\s+of\s+the\s+repository)\b`;
const unasked = String.raw`\b(?:without\s+(?:waiting|asking|confirm\w{0,6}|telling|an?\s+(?:answer|question|warning))|nobody|no\s+(?:confirmation|question|one)|before\s+(?:the\s+user|anyone|anybody|they)|not\s+needed|silently|quietly)\b`;

/** Orders in words: what is destroyed, without asking the user. */
const orders: readonly RegExp[] = [
  new RegExp(`${destroying}[^\\n]{0,80}${valuable}[^\\n]{0,120}${unasked}`, "i"),
];

function variableBeforeRoot(path: string): string | undefined {
  return /^\$(?:\{(\w{1,60})\}|(\w{1,60}))\/\*?$/.exec(path)?.slice(1).find(Boolean);
}

function destroys(action: Action): boolean {
  if (action.kind === "delete") return isVital(action.path) && !keeps.test(commandOf(action));
  if (action.kind === "write") return isDisk(action.path) || locksUp(action);
  return (
    action.kind === "run" &&
    commands.some((one) =>
      one(
        action,
        action.words.filter((word) => word !== undefined),
      ),
    )
  );
}

/** A program with a cipher that writes over whatever it finds in the user's folders. */
function locksUp({ path, source, span }: Action & { readonly path: string }): boolean {
  return (
    !/^(?:sudo[ \t]{1,4})?tar[ \t]/.test(commandOf({ source, span })) &&
    /^~\/(?:(?:Documents|Desktop|Pictures|Downloads)\/)?\*/.test(normalizePath(path)) &&
    /\.encrypt\(|\bFernet\b|createCipheriv|\bAES\.new\b|\bcipher\.update\b|openssl\s{1,4}enc\b/.test(
      source.text.slice(0, longestProgram),
    )
  );
}

const longestProgram = 100_000;

/** What is moved to another folder is still there. */
const keeps = /^(?:sudo[ \t]{1,4})?mv[ \t](?![^\n;&|]{0,300}(?:\/dev\/null|\/tmp\/|\/dev\/shm))/;

function commandOf({ source, span }: Pick<Action, "source" | "span">): string {
  return source.text.slice(span.start, Math.min(span.end, span.start + 400));
}

/** The root, a home folder or a system folder as a whole. */
function isVital(path: string): boolean {
  const plain = normalizePath(path).replace(/[/*.{}]{0,16}$/, "");
  if (plain === "") return /^["']?[/.~]/.test(path.trim()) ? normalizePath(path).startsWith("/") : false;
  return /^(?:~|\/(?:bin|boot|dev|etc|home|lib|lib64|opt|root|sbin|srv|sys|usr|var|Users|System|Library|Applications)|[A-Za-z]:|[A-Za-z]:\/(?:Windows|Users|Program Files)|~\/(?:Documents|Desktop|Pictures|Library|\.config|\.local|\.ssh|\.gnupg|\.aws))$/i.test(
    plain,
  );
}

/** Folders whose owners and rights the system itself depends on. */
function isSystem(path: string): boolean {
  return (
    path === "/" || path === "/*" || /^\/(?:bin|boot|dev|etc|lib|lib64|sbin|sys|usr|System)\/?\*?$/.test(path)
  );
}

function isDisk(path: string): boolean {
  return /^\/dev\/r?(?:sd[a-w]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|disk\d|mmcblk\d)/.test(path);
}

type Command = (action: RunAction, words: readonly string[]) => boolean;

const commands: readonly Command[] = [
  ({ program, text }, words) =>
    (program === "dd" ||
      program === "shred" ||
      program === "wipe" ||
      program.startsWith("mkfs") ||
      program === "wipefs" ||
      program === "blkdiscard") &&
    (words.some((word) => isDisk(word.replace(/^of=/, ""))) ||
      // Which disk, only the run decides.
      (/\bif=\/dev\/(?:zero|u?random)/.test(text.slice(0, 1000)) &&
        words.some((word) => /^of=\/dev\/r?\$\{?\w/.test(word))) ||
      (program === "shred" && words.some(isVital))) &&
    text !== "",
  ({ program, wrappers }, words) =>
    program === "rm" &&
    !wrappers.includes("echo") &&
    words.some((word) => /^-\w{0,8}[rR]|^--recursive$/.test(word)) &&
    words.some((word) => !word.startsWith("-") && isVital(word)),
  ({ program }, words) =>
    /^ch(?:mod|own)$/.test(program) &&
    words.some((word) => /^-\w{0,4}R|^--recursive$/.test(word)) &&
    words.slice(1).some((word) => isSystem(word)),
  ({ program, text }, words) =>
    program === "find" &&
    isVital(words[0] ?? "") &&
    ((words.includes("-exec") && /-exec[ \t]{1,4}(?:rm|shred)[ \t]/.test(text)) ||
      (words.includes("-delete") &&
        (!words.some((word) => /^-i?(?:name|path|mtime|regex)$/.test(word)) ||
          words.some((word, index) => word === "*" && /^-i?name$/.test(words[index - 1] ?? ""))))),
  ({ program, text }) =>
    /^remove-item$|^ri$/i.test(program) &&
    /-Rec/i.test(text) &&
    /[ \t]["']?(?:[A-Za-z]:\\\*?|\$HOME|~|\$env:USERPROFILE)["']?(?:\s|$)/i.test(text.slice(0, 400)),
  ({ program, text }) =>
    /^(?:rd|rmdir|del|format)(?:\.com)?$/i.test(program) &&
    /(?:\/s\b[^\n]{0,20}[ \t]|^format[ \t]{1,4})["']?(?:[A-Za-z]:\\?|%USERPROFILE%|%SYSTEMROOT%)\\?\*?["']?(?:\s|$)/i.test(
      text.slice(0, 400),
    ),
  ({ program, text }) =>
    /^(?:vssadmin|wbadmin|bcdedit)(?:\.exe)?$/i.test(program) &&
    /delete|recoveryenabled[ \t]{1,4}no/i.test(text),
  ({ program, text }) =>
    program === "aws" &&
    /\bs3\s{1,4}(?:rb|rm)\b[^\n]{0,80}(?:\$|s3:\/\/\{\})/.test(text) &&
    /--force|--recursive/.test(text),
  ({ program, text }) =>
    /^(?:kubectl|oc)$/.test(program) &&
    /\bdelete\b[^\n]{0,80}\b(?:ns|namespaces?|all|pvc?)\b[^\n]{0,80}--all\b(?!-)/.test(text),
  ({ program, text }) =>
    /^(?:psql|mysql|mariadb|sqlite3|mongosh?)$/.test(program) &&
    /\bdrop\s{1,4}(?:database|schema)\b|\.dropDatabase\(/i.test(text) &&
    !/if\s{1,4}exists\s{1,4}\w{0,20}test/i.test(text),
  // Each repository of a list, without a question.
  ({ program, text, words: given }) =>
    /^(?:gh|glab)$/.test(program) &&
    /\brepo\s{1,4}delete\b[^\n]{0,200}(?:--yes|--confirm|-y)\b/.test(text.slice(0, 400)) &&
    given.some((word) => word === undefined || /[${]/.test(word)),
  ({ program, text }) => program === "diskutil" && /erase(?:Disk|Volume)|secureErase/.test(text),
  ({ program }, words) => /^(?:mv|cp)$/.test(program) && words.at(-1) === "/dev/null" && words.some(isVital),
];
