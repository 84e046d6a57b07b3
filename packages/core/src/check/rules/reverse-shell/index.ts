import type { Level } from "../../../finding.ts";
import { isReverseProgram } from "../../../scan/code/read-other.ts";
import type { Action, RunAction, ScannedText } from "../../../scan/evidence.ts";
import { actionsOf, at, createFirstSeen } from "../../actions/at.ts";
import { excerptOf } from "../../actions/excerpt.ts";
import { isInterpreter, isShell } from "../../actions/interpreters.ts";
import { isSocket } from "../../actions/is-socket.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "reverse-shell",
  category: "security",
  severity: "error",
  summary: "No command gives someone on the network a shell on this machine.",
  messages: {
    shell:
      "'{command}' connects a shell to the network, so that whoever is on the other side controls this machine; remove it.",
    listener: "'{command}' runs a shell for whoever connects to this machine; remove it.",
    tunnel:
      "'{command}' lets another machine reach services of this one; leave it to the user, and name the port that is needed.",
  },
  threat: {
    owasp: ["AST01"],
    why: "A shell on a network connection hands the machine to whoever holds the other end.",
    remedy: "Do not install the skill; no task of an agent needs this.",
    levels: { shell: "critical", listener: "critical", tunnel: "high" },
  },
  check(skill, { report }) {
    const isFirst = createFirstSeen();
    const actions = actionsOf(skill);
    const connected = textsWithSockets(actions);
    for (const action of actions) {
      const tunnel = action.kind === "run" ? levelOfTunnel(action) : undefined;
      if (tunnel !== undefined && isFirst(action))
        report({ message: "tunnel", args: { command: excerptOf(action) }, ...at(action, tunnel) });
      const isListener = action.kind === "run" && listens(action);
      if (!isListener && !isReverse(action, connected)) continue;
      if (!isFirst(action)) continue;
      const message = isListener ? "listener" : "shell";
      report({ message, args: { command: excerptOf(action) }, ...at(action, "critical") });
    }
  },
});

/** `ssh -R` for logging in here, to a machine whose identity is not even checked. */
function levelOfTunnel({ program, words, text }: RunAction): Level | undefined {
  if (!/^(?:ssh|autossh)$/.test(program) || !/\s-\w{0,6}R[\s\d]/.test(text.slice(0, longestCommand)))
    return undefined;
  if (!words.some((word) => word !== undefined && /:[\w.-]{1,60}:22$/.test(word))) return undefined;
  return /StrictHostKeyChecking[= ](?:no|accept-new)|UserKnownHostsFile[= ]\/dev\/null/i.test(
    text.slice(0, longestCommand),
  )
    ? "high"
    : undefined;
}

/** Texts that open a plain socket to another machine. */
function textsWithSockets(actions: readonly Action[]): ReadonlySet<ScannedText> {
  const texts = new Set<ScannedText>();
  for (const action of actions)
    if (
      action.kind === "connect" &&
      (action.direction === "send" || action.direction === "listen") &&
      !isWebAddress(action.address)
    )
      texts.add(action.source);
  return texts;
}

function isWebAddress(address: string | undefined): boolean {
  return (
    address !== undefined &&
    /^(?:https?|wss?|ftp|smtps?|imaps?|ldaps?|mongodb|redis|postgres(?:ql)?|mysql):/i.test(address)
  );
}

function isReverse(action: Action, connected: ReadonlySet<ScannedText>): boolean {
  // Commands that arrive over a plain connection are run.
  if (action.kind === "evaluate")
    return (
      action.carries.some(isSocket) ||
      (connected.has(action.source) &&
        movesDescriptors.test(action.source.text) &&
        /spawn|pty/.test(action.means))
    );
  if (action.kind !== "run") return false;
  const { program, carries, words } = action;
  if (runsShellOverNetcat(action)) return true;
  if (isShell(program))
    return (
      carries.some(isSocket) || (connected.has(action.source) && movesDescriptors.test(action.source.text))
    );
  return isInterpreter(program) && words.some((word) => word !== undefined && isReverseProgram(word));
}

/** How programs put a socket in the place of standard input and output. */
const movesDescriptors =
  /\bdup2?\(|\bpty\.spawn\b|\.pipe\(\w{1,40}\.std(?:in|out)|\.stdout\.pipe\(|\.stdin\.write\b/;

const longestCommand = 4000;

/** `nc -e /bin/sh`, `ncat --sh-exec`, `socat EXEC:`. */
function runsShellOverNetcat({ program, words, text }: RunAction): boolean {
  if (/^(?:nc|ncat|netcat|nc\.\w{1,20}|busybox|pwncat)(?:\.exe)?$/.test(program))
    return (
      words.some(
        (word, index) =>
          word !== undefined &&
          (/^--(?:sh-)?exec\b/.test(word) ||
            (/^-\w{0,6}[ec]$/.test(word) && shellName.test(words[index + 1] ?? ""))),
      ) ||
      /[ \t]-\w{0,6}[ec][ \t]{0,4}["']?(?:\/\w{1,8}){0,4}\/?(?:ba|z|da|k|a)?sh\b|-e[ \t]{0,4}cmd/.test(
        text.slice(0, longestCommand),
      )
    );
  if (program === "socat")
    return (
      words.some((word) => word !== undefined && /\b(?:exec|system|shell):/i.test(word)) ||
      /\b(?:exec|system):/i.test(text.slice(0, longestCommand))
    );
  return false;
}

const shellName = /(?:^|[/\\])(?:(?:ba|z|da|k|a)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|python[\d.]{0,5})\b/;

/** A shell behind a listening port; whoever connects gets it. */
function listens(action: RunAction): boolean {
  const { program, words } = action;
  if (!/^(?:nc|ncat|netcat|socat)$/.test(program)) return false;
  const isListening = words.some(
    (word) =>
      word !== undefined &&
      (/^-\w{0,8}l/.test(word) || word === "--listen" || /^(?:TCP4?|UDP|OPENSSL)-LISTEN:/i.test(word)),
  );
  return isListening && runsShellOverNetcat(action);
}
