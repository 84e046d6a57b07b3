import type { Level } from "../../../finding.ts";
import type { Action } from "../../../scan/evidence.ts";
import { classifyPlace, normalizePath } from "../../../scan/places.ts";
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
    const all = actionsOf(skill).flatMap((action) => {
      const found = foundIn(action);
      return found ? [{ action, message: found.message, effect: found.effect, level: found.level }] : [];
    });
    for (const { action, message, effect, level } of worstAtEachPlace(all))
      report({ message, args: { command: excerptOf(action), effect }, ...at(action, level) });
  },
});

type Found = Pick<CommandRow, "message" | "effect" | "level">;

function foundIn(action: Action): Found | undefined {
  if (action.kind === "run") {
    const text = action.text.slice(0, longestCommand);
    return commandRows.find(({ program, pattern }) => program.test(action.program) && pattern.test(text));
  }
  if (action.kind === "write") return writeOf(action.path, action.content);
  if (action.kind === "delete") return deleteOf(action.path);
  return undefined;
}

const longestCommand = 1000;

function writeOf(path: string, content: string | undefined): Found | undefined {
  const kind = classifyPlace(path);
  const plain = normalizePath(path);
  const level: Level =
    content !== undefined && /NOPASSWD/.test(content.slice(0, longestCommand)) ? "critical" : "high";
  if (/etc\/(?:sudoers|doas)/.test(plain))
    return { message: "gains", effect: "changes who may become root", level };
  if (kind === "system-accounts" || /etc\/g?shadow/.test(plain))
    return { message: "gains", effect: "changes the system's accounts", level: "high" };
  if (kind === "hosts-file")
    return { message: "disarms", effect: "changes where names lead", level: "medium" };
  if (/etc\/ld\.so\.preload/.test(plain))
    return { message: "gains", effect: "loads code into every program", level: "critical" };
  if (/^\/proc\/sys\/|^\/sys\/fs\/cgroup|release_agent|core_pattern/.test(plain))
    return { message: "gains", effect: "changes the running kernel", level: "high" };
  if (/docker\.sock/.test(plain))
    return { message: "gains", effect: "talks to the container engine", level: "medium" };
  return undefined;
}

function deleteOf(path: string): Found | undefined {
  if (classifyPlace(path) === "history")
    return { message: "covers", effect: "deletes the history of commands", level: "high" };
  return /^\/var\/log(?:\/|$)/.test(normalizePath(path))
    ? { message: "covers", effect: "deletes logs", level: "high" }
    : undefined;
}
