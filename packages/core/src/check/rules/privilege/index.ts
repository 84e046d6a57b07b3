import type { Action, WriteAction } from "../../../scan/evidence.ts";
import { classifyPlace, normalizePath } from "../../../scan/places.ts";
import { createEase } from "../../actions/announced.ts";
import { actionsOf, at, worstAtEachPlace } from "../../actions/at.ts";
import { excerptOf } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { type CommandRow, commandRows } from "./command-rows.ts";

export const rule: Rule = defineRule({
  id: "privilege",
  category: "security",
  severity: "warning",
  summary: "The skill gains no rights and switches off no protection.",
  messages: {
    gains: "'{command}' {effect}; let an administrator do it if the task really needs it.",
    disarms: "'{command}' {effect}; leave the protection on, and describe what it should allow.",
    covers: "'{command}' {effect}, which hides what was done; remove it.",
  },
  threat: {
    owasp: ["AST03", "AST06"],
    why: "Rights that a skill gives itself and protections that it removes stay that way for every other program.",
    remedy: "Do the task with the rights the user has, and ask for exactly what is missing.",
    levels: { gains: "high", disarms: "high", covers: "medium" },
  },
  check(skill, { report }) {
    const ease = createEase(skill);
    const all = actionsOf(skill).flatMap((action) => {
      const found = foundIn(action);
      if (!found) return [];
      const { message, effect, topic } = found;
      const level = topic ? ease(action, { topic, level: found.level, end: "" }) : found.level;
      return [{ action, message, effect, level }];
    });
    for (const { action, message, effect, level } of worstAtEachPlace(all))
      report({ message, args: { command: excerptOf(action), effect }, ...at(action, level) });
  },
});

type Found = Pick<CommandRow, "message" | "effect" | "level" | "topic">;

function foundIn(action: Action): Found | undefined {
  if (action.kind === "run") {
    const text = action.text.slice(0, longestCommand);
    return commandRows.find(({ program, pattern }) => program.test(action.program) && pattern.test(text));
  }
  if (action.kind === "write") return isPlaceholder(action) ? undefined : writeOf(action);
  if (action.kind === "delete") return deleteOf(action);
  return undefined;
}

const longestCommand = 1000;

/** `grep <name> /etc/sudoers` is no redirection. */
function isPlaceholder({ source, span }: Action): boolean {
  return /<[\w-]{1,40}>[ \t]{1,4}\/etc\//.test(
    source.text.slice(span.start, Math.min(span.end, span.start + 400)),
  );
}

function writeOf({ path, content, source, span }: WriteAction): Found | undefined {
  const kind = classifyPlace(path);
  const plain = normalizePath(path);
  const command = source.text.slice(span.start, Math.min(span.end, span.start + longestCommand));
  if (/etc\/(?:sudoers|doas)/.test(plain)) {
    const level = givesAll(`${content?.slice(0, longestCommand) ?? ""}\n${command}`) ? "critical" : "high";
    return { message: "gains", effect: "changes who may become root", level, topic: "accounts" };
  }
  if (/^\/etc\/(?:audit|login\.defs|security\/limits)/.test(plain))
    return {
      message: "gains",
      effect: "changes rules of the system's accounts",
      level: "medium",
      topic: "protections",
    };
  if (kind === "system-accounts" || /etc\/g?shadow/.test(plain))
    return { message: "gains", effect: "changes the system's accounts", level: "high" };
  if (kind === "hosts-file")
    return { message: "disarms", effect: "changes where names lead", level: "medium", topic: "names" };
  if (/etc\/ld\.so\.preload/.test(plain))
    return { message: "gains", effect: "loads code into every program", level: "critical" };
  if (/^\/proc\/sys\/(?:fs\/inotify|vm|net)\//.test(plain))
    return { message: "gains", effect: "tunes the running kernel", level: "medium", topic: "kernel" };
  if (/^\/proc\/sys\/|^\/sys\/fs\/cgroup|release_agent|core_pattern/.test(plain))
    return { message: "gains", effect: "changes the running kernel", level: "high" };
  if (/docker\.sock/.test(plain))
    return {
      message: "gains",
      effect: "talks to the container engine",
      level: "medium",
      topic: "containers",
    };
  return undefined;
}

/** All rights without a password, for whoever runs this; for an account that the user names it is what they asked for. */
function givesAll(text: string): boolean {
  const who =
    /["'\s]([^\s"']{1,40}|\$\([^)\n]{1,40}\))[ \t]{1,4}ALL[ \t]{0,4}=[^\n]{0,40}NOPASSWD:[ \t]{0,4}(?:ALL|["'$])/.exec(
      ` ${text}`,
    )?.[1];
  if (who === undefined) return /NOPASSWD:[ \t]{0,4}ALL/.test(text);
  return !/^\$\{?(?!USER\b|LOGNAME\b|SUDO_USER\b|USERNAME\b|me\b|whoami\b)[A-Za-z]\w{1,40}\}?$/.test(who);
}

function deleteOf({ path, source, span }: WriteAction): Found | undefined {
  if (classifyPlace(path) === "history")
    return { message: "covers", effect: "deletes the history of commands", level: "high" };
  const plain = normalizePath(path);
  if (!/^\/var\/log(?:\/|$)/.test(plain)) return undefined;
  const command = source.text.slice(span.start, Math.min(span.end, span.start + longestCommand));
  if (rotates.test(command)) return { message: "covers", effect: "deletes old logs", level: "low" };
  return {
    message: "covers",
    effect: "deletes logs",
    level: isLogOfProgram(plain) ? "medium" : "high",
    topic: "logs",
  };
}

/** Logs that were rotated or are old by their age, and logs that move within their folder. */
const rotates =
  /^(?:sudo[ \t]{1,4})?(?:find\b[^\n]{0,300}(?:-[acm]time[ \t]{1,4}["']?\+|-name[ \t]{1,4}["']?\*\.(?:gz|xz|bz2|old|\d))|mv[ \t][^\n;|]{0,160}\/var\/log\/[^\s]{1,80}[ \t]{1,4}["']?\/var\/log\/)/;

/** One program's own folder, not what the system itself writes. */
function isLogOfProgram(path: string): boolean {
  return (
    /^\/var\/log\/[\w-]{2,40}(?:\/|$)/.test(path) &&
    !/^\/var\/log\/(?:audit|auth|btmp|cron|dmesg|faillog|journal|kern|lastlog|maillog|messages|secure|sssd|syslog|sudo|tallylog|utmp|wtmp|\*)/.test(
      path,
    )
  );
}
