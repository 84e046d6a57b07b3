import type { Level } from "../../../finding.ts";
import type { Action } from "../../../scan/evidence.ts";
import { classifyPlace, normalizePath, type PlaceKind } from "../../../scan/places.ts";
import { findSigns, placeOf } from "../../../scan/prose/find-signs.ts";
import { readingsOf } from "../../../scan/prose/reading.ts";
import { createEase, type Ease, isReadable, type Topic } from "../../actions/announced.ts";
import { actionsOf, at, worstAtEachPlace } from "../../actions/at.ts";
import { excerpt, excerptOf } from "../../actions/excerpt.ts";
import { baseName } from "../../actions/interpreters.ts";
import { type CheckedSkill, defineRule, type Rule } from "../../rule.ts";
import { commandRows } from "./command-rows.ts";
import { isHarmlessSetup, isSetupCommand, isSuspicious } from "./read-content.ts";
import { signs } from "./signs.ts";
import { isTakenAway } from "./taken-away.ts";
import { whatStarts } from "./what-starts.ts";

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
    const ease = createEase(skill);
    const all = actionsOf(skill).flatMap((action) => {
      const found = foundIn(action, skill, ease);
      return found ? [{ action, ...found }] : [];
    });
    for (const { action, place, level, isAccess } of worstAtEachPlace(all)) {
      const args = { command: excerptOf(action), place };
      report({ message: isAccess ? "access" : "startsAgain", args, ...at(action, level) });
    }
    for (const { message, level, reading, text } of findSigns(readingsOf(skill.evidence()), signs))
      report({ message, args: { phrase: excerpt(text) }, level, ...placeOf(reading, text) });
  },
});

type Found = {
  readonly place: string;
  readonly level: Level;
  readonly isAccess?: true;
  readonly isPlain?: true;
};

function foundIn(action: Action, skill: CheckedSkill, ease: Ease): Found | undefined {
  if (isTakenAway(action)) return undefined;
  const found = startOf(action);
  if (!found || found.level === "low") return found;
  if (found.isAccess) return { ...found, level: accessLevel(action, { level: found.level, skill, ease }) };
  const topic = topics[found.place] ?? "starts-again";
  // People do not see what every interpreter loads, announced or not.
  if (topic === "unseen") return found;
  const end = whatStarts(action, skill);
  if (pipesToShell.test(end)) return { ...found, level: "critical" };
  // A schedule is as good as a service; what it starts makes the difference.
  const isPlain = found.isPlain && found.level === "high" && isReadable(end, skill.parsed.manifest.name);
  return { ...found, level: ease(action, { topic, level: isPlain ? "medium" : found.level, end }) };
}

/** A key that the user names is the user's; a constant one, or one of the skill's files, belongs to someone else. */
function accessLevel(
  action: Action,
  { level, skill, ease }: { readonly level: Level; readonly skill: CheckedSkill; readonly ease: Ease },
): Level {
  const end = whatStarts(action, skill);
  if (level !== "critical") return ease(action, { topic: "login", level, end });
  const isForeign = action.carries.some(({ label }) => label === "remote" || label === "decoded");
  const isGiven = action.kind === "write" && !action.content && !isForeign;
  if (isGiven && !publicKey.test(end) && !skill.files.all().some(({ path }) => end.includes(baseName(path))))
    return "high";
  return /AAAA\w{0,8}\.{3}/.test(end) ? "high" : level;
}

const publicKey = /\b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-\w{1,20})[ \t]{1,4}AAAA/;

/** A line that fetches its program each time, whatever brings it to its place. */
const pipesToShell = /\b(?:curl|wget)\b[^\n|;]{1,300}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?(?:ba|z|da|k)?sh\b/;

const topics: Readonly<Record<string, Topic | "unseen">> = {
  "every new shell": "shell-setup",
  "on git commands": "git-setup",
  "with every interpreter": "unseen",
  "on events of Windows": "unseen",
};

function startOf(action: Action): Found | undefined {
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
  const command = commandRows.find(
    ({ program, pattern }) => program.test(action.program) && pattern.test(action.text.slice(0, 1000)),
  );
  return command && { ...command, level: levelOf(action, command.level, action.text) };
}

const places: Readonly<Partial<Record<PlaceKind, Found>>> = {
  "shell-startup": { place: "every new shell", level: "medium" },
  "scheduled-task": { place: "on a schedule", level: "high", isPlain: true },
  service: { place: "as a service", level: "medium" },
  autostart: { place: "at every login", level: "high", isPlain: true },
  "git-hook": { place: "on git commands", level: "medium" },
  "python-startup": { place: "with every interpreter", level: "high" },
  "ssh-access": { place: "over SSH", level: "critical", isAccess: true },
};

/** A startup file in a folder that only the run knows, such as an image that is built, or on a disk that was mounted to look at it. */
function isElsewhere(path: string): boolean {
  const plain = normalizePath(path);
  if (/^\/(?:mnt|media|cases?|evidence|images?|target|chroot)\//.test(plain)) return true;
  return /^\$\{?\w/.test(plain) && !/^\$\{?(?:ZDOTDIR|PROFILE|BASH_ENV)/.test(path);
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
  if (isHarmlessSetup(content) || (content === undefined && isSetupCommand(action))) return "low";
  const isForeign = action.carries.some(({ label }) => label === "remote" || label === "decoded");
  return isForeign || isSuspicious(content) ? "critical" : level;
}
