import type { Level } from "../../../finding.ts";

/** A command that makes something start again, by its program and its text. */
export type CommandRow = {
  readonly place: string;
  readonly level: Level;
  /** Plain administration: high only for what it starts. */
  readonly isPlain?: true;
  readonly program: RegExp;
  readonly pattern: RegExp;
};

export const commandRows: readonly CommandRow[] = [
  {
    place: "on a schedule",
    level: "high",
    isPlain: true,
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
  {
    place: "on a schedule",
    level: "high",
    isPlain: true,
    program: /^schtasks(?:\.exe)?$/i,
    pattern: /\/create\b/i,
  },
  {
    place: "on a schedule",
    level: "high",
    isPlain: true,
    program: /^(?:register-scheduledtask|new-scheduledtask|set-scheduledtask|register-scheduledjob)$/i,
    pattern: /^/,
  },
  // A package brings most services; who writes a new one is found by the file.
  {
    place: "as a service",
    level: "low",
    program: /^systemctl$/,
    pattern: /\b(?:enable|preset)\b(?![^\n]{0,80}[/$])/,
  },
  { place: "as a service", level: "medium", program: /^systemctl$/, pattern: /\b(?:enable|link|preset)\b/ },
  { place: "after logging out", level: "low", program: /^loginctl$/, pattern: /enable-linger/ },
  {
    place: "as a service",
    level: "medium",
    program: /^launchctl$/,
    pattern: /\b(?:load|bootstrap|enable|submit)\b[^\n]{0,80}[/~$.]/,
  },
  {
    place: "as a service",
    level: "low",
    program: /^(?:update-rc\.d|chkconfig|rc-update)$/,
    pattern: /\b(?:defaults|enable|on|add)\b/,
  },
  {
    place: "as a service",
    level: "high",
    isPlain: true,
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
      /\bconfig\b[^\n]{0,80}\b(?:core\.hooksPath(?![ \t]{1,4}\.git\/hooks\b)|init\.templateDir|core\.fsmonitor(?![ \t]{1,4}(?:true|false)\b)|core\.pager(?![ \t]{1,4}["']?(?:less|more|cat|delta|bat|diff-so-fancy)\b)|core\.sshCommand|core\.editor(?![ \t]{1,4}["']?(?:code|codium|cursor|vim?|nvim|nano|emacs|subl|notepad\S{0,8}|micro|hx|zed)\b)|filter\.\w{1,40}\.(?:clean|smudge)|alias\.\w{1,40}[ \t=]{1,4}["']?!(?!git\b[^;&|]{0,80}$))/i,
  },
];
