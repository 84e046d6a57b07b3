import type { Level } from "../../../finding.ts";
import type { Action } from "../../../scan/evidence.ts";
import { classifyPlace, normalizePath, type PlaceKind } from "../../../scan/places.ts";
import { findMeanings } from "../../../scan/prose/find-meanings.ts";
import { findOrders } from "../../../scan/prose/find-orders.ts";
import { placeOf, weigh } from "../../../scan/prose/find-signs.ts";
import { type Reading, readingsOf } from "../../../scan/prose/reading.ts";
import { actionsOf, at, worstAtEachPlace } from "../../actions/at.ts";
import { excerpt, excerptOf } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { meanings } from "./meanings.ts";
import { isHarmlessSetup, isSuspicious } from "./read-content.ts";

export const rule: Rule = defineRule({
  id: "persistence",
  category: "security",
  severity: "warning",
  summary: "Nothing of the skill runs again by itself after its task.",
  messages: {
    startsAgain:
      "'{command}' makes a program start again by itself ({place}); let the user set this up, and tell them how to undo it.",
    asks: "'{phrase}' asks to make a program start again by itself; let the user set this up, and tell them how to undo it.",
    access: "'{command}' lets someone log in to this machine later ({place}); remove it.",
  },
  threat: {
    owasp: ["AST01", "AST03"],
    why: "What starts by itself goes on after the skill is removed, unseen by the user.",
    remedy: "Leave schedules, startup files and hooks to the user, and say how to undo them.",
    levels: { startsAgain: "medium", asks: "medium", access: "critical" },
  },
  check(skill, { report }) {
    const all = actionsOf(skill).flatMap((action) => {
      const found = foundIn(action);
      return found ? [{ action, ...found }] : [];
    });
    for (const { action, place, level, isAccess } of worstAtEachPlace(all)) {
      const args = { command: excerptOf(action), place };
      report({ message: isAccess ? "access" : "startsAgain", args, ...at(action, level) });
    }
    const asked = new Map<Reading, string>();
    for (const { reading, text } of findMeanings(readingsOf(skill.evidence()), meanings))
      asked.set(reading, text);
    for (const { reading, text } of findOrders(skill.evidence(), orders)) asked.set(reading, text);
    for (const [reading, text] of asked)
      report({
        message: "asks",
        args: { phrase: excerpt(text) },
        level: weigh("medium", reading),
        ...placeOf(reading, text),
      });
  },
});

const verb = String.raw`\b(?:add|put|append|install|register|create|write|place|set\s+up|schedule|drop|copy|insert|make\s+sure)\b`;
const startPlace = String.raw`(?:\bcron(?:tab)?\b|\blaunch\s?(?:agents?|daemons?|d)\b|\bsystemd\b|\bautostart\b|\bstart-?\s?up\s+(?:folder|files?|items?|entry|entries|script)\b|\bshell\s+(?:start\s+files?|profile|rc)\b|\blogin\s+items?\b|\.(?:bashrc|zshrc|zshenv|profile|bash_profile)\b|\.pth\b|\bsite-packages\b|\brun\s+key\b|\bscheduled\s+task\b|\brc\.local\b|\bstart\s+entr(?:y|ies)\b)`;
/** What a helper of the user's own does not need: to outlive the skill, or to go unseen. */
const stubborn = String.raw`(?:\blives?\s+on\b|\bsurviv\w{1,4}\b|\bcomes?\s+back\b|\beven\s+(?:if|after|when)\b|\b(?:has|have|is|are)\s+(?:been\s+)?(?:deleted|removed|uninstalled)\b|\bremoving\s+(?:one|it)\b|\bsilently\b|\bquietly\b|\bunnoticed\b|\bhidden\b|\bcurl\b|\bwget\b|\bimport\s+os\b|\bwithout\s+(?:asking|telling)\b)`;

/** Orders in words: a place from which programs start, and why it should stay. */
const orders: readonly RegExp[] = [
  new RegExp(`${verb}[^\\n]{0,160}${startPlace}[^\\n]{0,200}${stubborn}`, "i"),
  new RegExp(`${stubborn}[^\\n]{0,120}${verb}[^\\n]{0,120}${startPlace}`, "i"),
];

type Found = { readonly place: string; readonly level: Level; readonly isAccess?: true };

function foundIn(action: Action): Found | undefined {
  if (action.kind === "write") {
    const place = places[classifyPlace(action.path) ?? "temporary"];
    if (!place) return undefined;
    if (isElsewhere(action.path)) return { ...place, level: "low" };
    if (place.isAccess && /sshd_config/.test(action.path) && !opensLogin(action))
      return { ...place, level: "medium" };
    if (place.isAccess) return isLoginKey(action.path) ? place : undefined;
    return { ...place, level: levelOf(action, place.level, action.content) };
  }
  if (action.kind !== "run") return undefined;
  const command = commands.find(
    ({ program, pattern }) => program.test(action.program) && pattern.test(action.text.slice(0, 1000)),
  );
  return command && { place: command.place, level: levelOf(action, command.level, action.text) };
}

const places: Readonly<Partial<Record<PlaceKind, Found>>> = {
  "shell-startup": { place: "every new shell", level: "medium" },
  "scheduled-task": { place: "on a schedule", level: "high" },
  service: { place: "as a service", level: "medium" },
  autostart: { place: "at every login", level: "high" },
  "git-hook": { place: "on git commands", level: "medium" },
  "python-startup": { place: "with every interpreter", level: "high" },
  "ssh-access": { place: "over SSH", level: "critical", isAccess: true },
};

/** A startup file in a folder that only the run knows, such as an image that is built. */
function isElsewhere(path: string): boolean {
  return /^\$\{?\w/.test(normalizePath(path)) && !/^\$\{?(?:ZDOTDIR|PROFILE|BASH_ENV)/.test(path);
}

/** Whether a change of the SSH server's settings lets more in, instead of hardening it. */
function opensLogin({ source, span }: Action): boolean {
  return /(?:PermitRootLogin|PasswordAuthentication|PermitEmptyPasswords|GatewayPorts)[^\n]{0,40}\b(?:yes|without-password|prohibit-password)\b(?![^\n]{0,80}\/[^\n]{0,60}\bno\b)|AuthorizedKeys|TrustedUserCAKeys|ForceCommand/i.test(
    source.text.slice(span.start, Math.min(span.end, span.start + 1000)),
  );
}

function isLoginKey(path: string): boolean {
  return /authorized_keys|\.ssh\/rc|sshd_config/.test(normalizePath(path));
}

/** What is started decides: a path to a tool is harmless, a hidden download is not. */
function levelOf(action: Action, level: Level, content: string | undefined): Level {
  if (isHarmlessSetup(content)) return "low";
  const isForeign = action.carries.some(({ label }) => label === "remote" || label === "decoded");
  return isForeign || isSuspicious(content) ? "critical" : level;
}

type Row = {
  readonly place: string;
  readonly level: Level;
  readonly program: RegExp;
  readonly pattern: RegExp;
};

const commands: readonly Row[] = [
  {
    place: "on a schedule",
    level: "high",
    program: /^crontab$/,
    // `-e` opens an editor, where the user sees what is added.
    pattern: /^(?![^\n]{0,60}-[elr]\b(?![^\n]{0,200}\|))/,
  },
  {
    place: "on a schedule",
    level: "medium",
    program: /^(?:at|batch)$/,
    pattern: /^\S{0,40}at[ \t]{1,4}(?:now|-[fmt]|\d{1,2}(?::?\d\d\b|[ap]m)|midnight|noon|teatime)/,
  },
  { place: "on a schedule", level: "high", program: /^schtasks(?:\.exe)?$/i, pattern: /\/create\b/i },
  {
    place: "on a schedule",
    level: "high",
    program: /^(?:register-scheduledtask|new-scheduledtask|set-scheduledtask|register-scheduledjob)$/i,
    pattern: /^/,
  },
  // A package brings most services; who writes a new one is found by the file.
  {
    place: "as a service",
    level: "low",
    program: /^systemctl$/,
    pattern: /^(?![^\n]{0,80}--user)[^\n]{0,80}\b(?:enable|preset)\b(?![^\n]{0,80}[/$])/,
  },
  { place: "as a service", level: "medium", program: /^systemctl$/, pattern: /\b(?:enable|link|preset)\b/ },
  { place: "after logging out", level: "medium", program: /^loginctl$/, pattern: /enable-linger/ },
  {
    place: "as a service",
    level: "medium",
    program: /^launchctl$/,
    pattern: /\b(?:load|bootstrap|enable|submit)\b/,
  },
  {
    place: "as a service",
    level: "medium",
    program: /^(?:update-rc\.d|chkconfig|rc-update)$/,
    pattern: /\b(?:defaults|enable|on|add)\b/,
  },
  {
    place: "as a service",
    level: "high",
    program: /^(?:new-service|sc(?:\.exe)?|nssm)$/i,
    pattern: /new-service|\b(?:create|install)\b/i,
  },
  {
    place: "at every login",
    level: "high",
    program: /^(?:reg(?:\.exe)?|set-itemproperty|new-itemproperty)$/i,
    pattern:
      /^(?!\S{0,60}[ \t]{1,4}["']?(?:query|export|save)\b)[^\n]*CurrentVersion\\{1,2}(?:Run|Winlogon|Image File)/i,
  },
  { place: "at every login", level: "high", program: /^osascript$/, pattern: /make[^\n]{0,40}login item/i },
  {
    place: "on events of Windows",
    level: "high",
    program: /^(?:set-wmiinstance|register-wmievent|register-cimindicationevent|wmic)$/i,
    pattern: /EventFilter|EventConsumer|register-/i,
  },
  {
    place: "on git commands",
    level: "medium",
    program: /^git$/,
    pattern:
      /\bconfig\b[^\n]{0,80}\b(?:core\.hooksPath|init\.templateDir|core\.fsmonitor|core\.pager|core\.sshCommand|core\.editor|filter\.\w{1,40}\.(?:clean|smudge)|alias\.\w{1,40}[ \t=]{1,4}["']?!)/i,
  },
];
