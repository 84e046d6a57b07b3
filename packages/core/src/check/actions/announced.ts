import type { Level } from "../../finding.ts";
import type { Action } from "../../scan/evidence.ts";
import type { CheckedSkill } from "../rule.ts";
import { lowered } from "./at.ts";
import { aboutOf, createTitles } from "./titles.ts";

/** What an action is about, for the question whether the skill announces it. */
export type Topic =
  | "starts-again"
  | "shell-setup"
  | "git-setup"
  | "login"
  | "accounts"
  | "containers"
  | "firewall"
  | "protections"
  | "names"
  | "certificates"
  | "logs"
  | "network-rights"
  | "kernel"
  | "own-keys"
  | "agent-files";

type Announced = {
  readonly topic: Topic;
  readonly level: Level;
  /** What is started, changed or fetched in the end, as the skill spells it; undefined if reading does not show it. */
  readonly end: string | undefined;
};

/** Gives an action its level in the light of what the skill says it is for. */
export type Ease = (action: Action, announced: Announced) => Level;

/**
 * The one place that weighs an action by its announcement: what the name, the description or the title above it names is one level less
 * where reading shows in what it ends. Attacks announce too, so nothing critical is eased, nor what ends in a download, a program in
 * a string, or a hidden or temporary file.
 */
export function createEase(skill: CheckedSkill): Ease {
  const { name = "" } = skill.parsed.manifest;
  const about = aboutOf(skill);
  const titlesAbove = createTitles(skill);
  const chapters = skill.outline.headings.map(({ text }) => text).join("\n");
  const isAnnounced = (action: Action, topic: Topic, end: string): boolean => {
    const { said, named } = topics[topic];
    if (said.test(about) || said.test(titlesAbove(action))) return true;
    const isSuggested = said.test(chapters) || named?.test(about) === true || named?.test(chapters) === true;
    return isSuggested && sharesName(about, end);
  };
  return (action, { topic, level, end }) => {
    if (level === "critical" || end === undefined || !isReadable(end, name)) return level;
    return isAnnounced(action, topic, end) ? lowered(level) : level;
  };
}

type Words = {
  /** Says that the skill does this. */
  readonly said: RegExp;
  /** Suggests it; enough for what has the name of the skill or of its topic. */
  readonly named?: RegExp;
};

const topics: Readonly<Record<Topic, Words>> = {
  "starts-again": {
    said: /\b(?:daemons?|(?:system|background|user) services?|services? (?:setup|install\w*|management|unit)|as a (?:\w{1,20} )?service|cron\w*|schedul\w*|systemd|systemctl|launchd|launchctl|launch ?agents?|auto-?start\w*|(?:on|at|after) (?:boot|login|start-?up|reboot)|timers?|periodic\w*|recurring|nightly|always[- ]on|24\/7|unattended|git hooks?|pre-commit|run(?:s|ning)? in the background|background (?:job|process|worker)s?|定时|守护|计划任务|开机)\b/i,
    named:
      /\b(?:servers?|services?|monitor\w*|watch\w*|dashboards?|self-?host\w*|backups?|bots?|runners?|relay|proxy|bridge|listeners?|alert\w*|notif\w*|tracker|agents?|automat\w*|vpn|dns|firewall|blocklists?|install\w*|manag\w*|detect\w*|daily|hourly|weekly|gateway|engine|sync\w*|workers?)\b/i,
  },
  "shell-setup": {
    said: /\b(?:shells?|terminal|zsh|bash|fish|prompt|dotfiles?|completions?|environment|install\w*|setup|configur\w*)\b/i,
  },
  login: { said: /\b(?:ssh|sshd|bastion|harden\w*|login|remote access|(?:user|account) management)\b/i },
  accounts: {
    said: /\b(?:(?:users?|accounts?|groups?|sudo(?:ers)?|permissions?|privileges?)\b.{0,40}\bmanag\w{0,6}|manag\w{0,6}\b.{0,40}\b(?:users?|accounts?|groups?|sudo(?:ers)?|permissions)|user (?:accounts?|admin\w*)|sudoers|bastion|harden\w*|onboard\w* users|password polic\w{1,4}|compliance|(?:authenticated|credentialed) (?:vulnerability )?scan\w*|cockpit|incus|lxd|libvirt)\b/i,
  },
  containers: {
    said: /\b(?:docker|podman|containers?|compose|kubernetes|k8s|kube-?bench|watchtower|portainer|traefik|images?)\b/i,
  },
  firewall: {
    said: /\b(?:firewalls?|iptables|nftables|ufw|pf|block-?lists?|packet filter\w*|port forward\w*|nat rules?|防火墙)\b/i,
  },
  protections: {
    said: /\b(?:anti-?virus|clamav|fail2ban|malware scan\w*|intrusion|auditd?|apparmor|selinux|windows defender|exclusions?|harden\w*)\b/i,
  },
  names: {
    said: /\b(?:dns|hosts? files?|\/etc\/hosts|resolv\.conf|resolvers?|nameservers?|ad-?block\w*|pi-?hole|unbound|dnsmasq|name resolution)\b/i,
  },
  certificates: { said: /\b(?:certificates?|certs?|ca|pki|tls|ssl|https|mkcert|acme|self-signed)\b/i },
  logs: {
    said: /\b(?:logs?|logging|log-?rotat\w*|disk (?:space|usage|clean\w*)|clean-?up|uninstall\w*|rotation)\b/i,
  },
  "network-rights": {
    said: /\b(?:ping|latency|packet\w*|capture|sniff\w*|wireshark|tcpdump|traceroute|mtr|ports? (?:80|443|below 1024)|privileged ports?|bind\w*|network|https?|server|ca)\b/i,
  },
  kernel: {
    said: /\b(?:kernel|sysctl|inotify|memory|ram|swap|zram|forensic\w*|ip.forward\w*|routing|router|firewall|network tuning|tun(?:e|ing)|performance|file watch\w*|watch\w*)\b/i,
  },
  "own-keys": {
    said: /\b(?:gpg|pgp|gnupg|(?:code|commit|artifact) signing|key (?:backups?|rotation|lifecycle))\b/i,
  },
  "agent-files": {
    said: /\b(?:(?:CLAUDE|AGENTS|GEMINI)\.md|\.cursorrules|agents?['’]? (?:settings|config\w*|instructions|rules|files)|(?:memory|instruction|rules?) files|(?:claude(?: code)?|openclaw|codex|gemini|cursor) (?:hooks?|settings|config\w*|rules)|hook (?:management|configuration)|status ?line|mcp (?:servers?|config\w*))\b/i,
  },
  "git-setup": { said: /\b(?:git|hooks?|pre-commit|commits?|repositor\w{1,5})\b/i },
};

/** Whether what is started is called like the skill, such as `glances.service` in `glances-dashboard`. */
function sharesName(about: string, end: string): boolean {
  const words = new Set(wordsOf(about));
  return wordsOf(end.slice(0, longestEnd)).some((word) => words.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3 && !generic.has(word));
}

/** Words that units, paths and descriptions share without being about the same thing. */
const generic: ReadonlySet<string> = new Set(
  "this that with from when user users home local config service services system systemd script scripts skill skills tool tools task tasks data file files path exec execstart start restart always simple target network online after install wantedby multi default type unit description environment root echo bash node python python3 opt usr sbin server agent agents using used uses setup true false string array dict plist label program programarguments runatload keepalive the and for your into all any new work time name list".split(
    " ",
  ),
);

const longestEnd = 8000;

/** Whether reading shows what is started: a program or file by its name, not a download, a string, or something out of sight. */
export function isReadable(end: string, name = ""): boolean {
  const own = name === "" ? "" : `|${name.replaceAll(/[^\w-]/g, "")}`;
  const plain = end
    .slice(0, longestEnd)
    .replaceAll(unimportant, "\n")
    .replaceAll(/<key>Standard\w{1,12}Path<\/key>\s{0,40}<string>[^<\n]{0,200}<\/string>/g, "")
    .replaceAll(/\d?&?>{1,2}[ \t]{0,4}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s"']{1,200})/g, "");
  if (unreadable.test(plain)) return false;
  return !new RegExp(
    `[/\\\\]\\.(?!(?:local|config|cargo|bun|deno|nvm|npm|npm-global|pyenv|rbenv|asdf|venv|virtualenvs|openclaw|clawdbot|claude|codex|git|githooks|hooks|husky|dotnet|volta${own})(?:[/\\\\"'\\s]|$))[A-Za-z]`,
  ).test(plain);
}

/** Lines of units that start nothing. */
const unimportant =
  /(?:^|\n)[ \t]{0,8}(?:#|;|Documentation=|Description=|After=|Before=|Wants=|Requires=|Standard\w{1,12}=|PIDFile=|\w{0,12}Paths?=|\w{1,12}Directory=|<!DOCTYPE|<\?xml)[^\n]{0,1000}/g;

const unreadable =
  /\b(?:https?|ftp|tcp|udp):\/\/(?!localhost\b|127\.|\[::1\]|0\.0\.0\.0)|(?:\/tmp|\/var\/tmp|\/dev\/(?:shm|tcp|udp))\/|%(?:TEMP|APPDATA)%|base64|\\x[\da-f]{2}|\b(?:ba|z|da|k|fi)?sh\b["']?(?:<\/string>\s{0,40}<string>|[ \t]{1,4})-\w{0,4}c\b|\b(?:python[\d.]{0,4}|node|perl|ruby|php)\b["']?(?:<\/string>\s{0,40}<string>|[ \t]{1,4})-[ceE]\b|\b(?:eval|mshta|regsvr32|rundll32|wscript|cscript|osascript)\b|-enc(?:odedcommand)?\b|\b(?:curl|wget|nc|ncat|netcat|socat|telnet|iwr|irm|iex|invoke-\w{4,20})\b/i;
