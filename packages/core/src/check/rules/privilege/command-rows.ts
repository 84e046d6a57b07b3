import type { Level } from "../../../finding.ts";
import type { Topic } from "../../actions/announced.ts";

/** A command by its program and the start of its text. */
export type CommandRow = {
  readonly message: "gains" | "disarms" | "covers";
  readonly effect: string;
  readonly level: Level;
  readonly program: RegExp;
  readonly pattern: RegExp;
  /** What a skill has to be about for the command to be expected of it. */
  readonly topic?: Topic | undefined;
};

const any = /^/;

function rows(
  message: CommandRow["message"],
  list: readonly (readonly [string, Level, RegExp, RegExp, Topic?])[],
): readonly CommandRow[] {
  return list.map(([effect, level, program, pattern, topic]) => ({
    message,
    effect,
    level,
    program,
    pattern,
    topic,
  }));
}

export const commandRows: readonly CommandRow[] = [
  ...rows("gains", [
    [
      "lets everyone run a program as its owner",
      "high",
      /^chmod$/,
      /[ \t](?:[ugoa]{0,3}\+\w{0,3}s\b|[2467][0-7]{3}\b)/,
    ],
    [
      "makes a system folder writable for everyone",
      "high",
      /^chmod$/,
      /[ \t](?:-\w{1,6}[ \t]{1,4}){0,3}(?:0?777|0?666|a\+rwx|a\+w|o\+w|ugo\+rwx)[ \t]{1,4}["']?\/(?:etc|usr|bin|sbin|lib|var|opt|root|boot|dev|home|proc|sys)?(?:[/ \t"']|$)/,
    ],
    [
      "makes everything writable for everyone",
      "medium",
      /^chmod$/,
      /[ \t]-\w{0,6}R\w{0,6}[ \t]{1,4}(?:0?777|a\+rwx)\b/,
    ],
    [
      "gives a program rights to the network",
      "medium",
      /^setcap$/,
      /^(?![^\n]{0,200}cap_(?!net_(?:raw|admin|bind_service)))[^\n]{0,200}cap_net_\w{1,20}(?:,cap_net_\w{1,20}){0,3}=?\+?e?[ip]{0,2}/,
      "network-rights",
    ],
    ["gives a program capabilities of root", "high", /^setcap$/, /\+e?[ip]{0,2}/],
    ["lets the user start containers", "low", /^(?:usermod|gpasswd|adduser)$/, /\bdocker\b/],
    [
      "lets the user start containers",
      "medium",
      /^(?:usermod|gpasswd|adduser)$/,
      /\b(?:incus|incus-admin|libvirt|kvm)\b/,
      "containers",
    ],
    [
      "adds a user to a group with administrator rights",
      "high",
      /^(?:useradd|usermod|gpasswd|adduser|dseditgroup|add-localgroupmember|addgroup)$/i,
      // `gpasswd -d` takes a right away.
      /^(?!gpasswd[ \t]{1,4}(?:-d|--delete)\b)[^\n]*\b(?:sudo|wheel|docker|root|admin|administrators|lxd|disk)\b/i,
      "accounts",
    ],
    [
      "adds a user to a group with administrator rights",
      "high",
      /^net1?(?:\.exe)?$/i,
      /\b(?:root|admin|administrators)\b[^\n]{0,80}\/add\b/i,
    ],
    [
      "creates an account for a service",
      "low",
      /^(?:useradd|adduser)$/,
      /(?:--system|nologin|bin\/false|[ \t]-r)\b/,
    ],
    [
      "creates an account like any other",
      "medium",
      /^(?:useradd|adduser)$/,
      /^(?![^\n]{0,200}(?:-u[ =]?0\b|-o\b))/,
      "accounts",
    ],
    [
      "creates an account",
      "high",
      /^(?:useradd|adduser|net1?(?:\.exe)?|new-localuser|sysadminctl)$/i,
      /useradd|adduser|\/add\b|new-localuser|-addUser/i,
    ],
    ["changes a password", "high", /^(?:chpasswd|passwd)$/, /chpasswd|passwd[ \t]{1,4}(?:-d|--stdin|root)/],
    [
      "edits who may become root",
      "high",
      /^(?:visudo|tee|sed)$/,
      /visudo[ \t]{1,4}-f|etc\/sudoers/,
      "accounts",
    ],
    [
      "gives a container the host's files",
      "high",
      /^(?:docker|podman|nerdctl)$/,
      /\b(?:run|create)\b[^\n]{0,400}(?:-v|--volume)[ =]["']?(?:\/|\/etc|\/root|\/home|~|\$HOME|~\/\.ssh|~\/\.aws):(?!\S{1,200}:ro\b)/,
    ],
    [
      "gives a container the host's engine",
      "medium",
      /^(?:docker|podman|nerdctl)$/,
      /\b(?:run|create)\b[^\n]{0,400}(?:-v|--volume|source=|src=)[ =]?["']?\/var\/run\/docker\.sock/,
      "containers",
    ],
    [
      "gives a container rights over the host",
      "high",
      /^(?:docker|podman|nerdctl)$/,
      /\b(?:run|create)\b[^\n]{0,400}--cap-add[ =](?:CAP_)?(?:ALL|SYS_ADMIN|SYS_MODULE)\b/,
    ],
    [
      "gives a container the host's processes",
      "high",
      /^(?:docker|podman|nerdctl)$/,
      /\b(?:run|create)\b(?=[^\n]{0,400}--privileged\b)[^\n]{0,400}--(?:pid|userns)[ =]host\b/,
    ],
    [
      "gives a container the host's processes",
      "medium",
      /^(?:docker|podman|nerdctl)$/,
      /\b(?:run|create)\b[^\n]{0,400}--(?:pid|userns)[ =]host\b/,
      "containers",
    ],
    [
      "starts a container with all rights of the host",
      "low",
      /^(?:docker|podman|nerdctl)$/,
      /\b(?:run|create)\b[^\n]{0,400}--privileged\b/,
    ],
    ["enters the namespaces of the host", "high", /^nsenter$/, /(?:-t|--target)[ =]?1\b/],
    ["loads a module into the kernel", "high", /^insmod$/, /^/, "kernel"],
    [
      "makes every account an administrator of the cluster",
      "high",
      /^(?:kubectl|oc)$/,
      /create[ \t]{1,4}clusterrolebinding[^\n]{0,200}cluster-admin|adm[ \t]{1,4}policy[^\n]{0,60}cluster-admin/,
    ],
    [
      "gives an account all rights in the cloud",
      "high",
      /^(?:aws|gcloud|az)$/,
      /^(?![^\n]{0,120}[ \t](?:search|list|get|describe|show|query)(?:-[\w-]{1,40})?[ \t])[^\n]*(?:AdministratorAccess|roles\/owner\b|--role[ =]["']?Owner\b)/,
    ],
    ["passes a password to sudo", "medium", /^sudo$|./, /\|[ \t]{0,4}sudo[ \t]{1,4}-\w{0,4}S\b/],
    [
      "goes around the user account control",
      "critical",
      /^(?:fodhelper|eventvwr|computerdefaults|sdclt)(?:\.exe)?$/i,
      any,
    ],
  ]),
  ...rows("disarms", [
    ["switches off SELinux", "high", /^setenforce$/, /(?:0|permissive)\b/i],
    [
      "switches off SELinux or AppArmor",
      "high",
      /^(?:sed|aa-disable|aa-teardown|aa-complain)$/,
      /aa-|SELINUX=(?:disabled|permissive)/,
    ],
    [
      "switches off the firewall",
      "high",
      /^(?:ufw|iptables|ip6tables|nft|pfctl|netsh(?:\.exe)?|firewall-cmd|set-netfirewallprofile|socketfilterfw)$/i,
      /^(?![^\n]{0,30}-t[ \t]{1,4}(?:nat|mangle|raw)\b)(?:\bufw[^\n]{0,20}(?:disable|reset|default[ \t]{1,4}allow(?![ \t]{1,4}(?:outgoing|routed)\b))|(?:iptables|nft)[^\n]{0,40}(?:[ \t](?:-F|--flush)\b(?![ \t]{1,4}(?!INPUT\b|OUTPUT\b|FORWARD\b)["'$]?\w)|flush[ \t]{1,4}ruleset(?![\s\S]{0,200}\btable\b)|-P[ \t]{1,4}(?:INPUT|OUTPUT|FORWARD)[ \t]{1,4}ACCEPT)|pfctl[ \t]{1,4}-d|state[ \t]{1,4}off|opmode[^\n]{0,20}disable|-Enabled[ \t]{1,4}(?:\$?False)|--setglobalstate[ \t]{1,4}off|--panic-off)/i,
      "firewall",
    ],
    [
      "stops a protection",
      "high",
      /^(?:systemctl|service|launchctl|sc(?:\.exe)?|stop-service|set-service|pkill|killall)$/i,
      /\b(?:stop|disable|mask|unload|remove|bootout|pkill|killall|-9)\b[^\n]{0,80}\b(?:apparmor|auditd|firewalld|ufw|iptables|nftables|fail2ban|clamav\S{0,20}|falcon-sensor|crowdstrike|ossec|wazuh\S{0,12}|osquery\S{0,6}|rsyslog|syslog\S{0,6}|sysmon|selinux\S{0,12}|WinDefend|MsMpSvc|wscsvc|mdatp|sentinel\S{0,12}|carbonblack|auditbeat|falco|little ?snitch)\b/i,
      "protections",
    ],
    [
      "keeps Windows Defender from a folder",
      "high",
      /^add-mppreference$/i,
      /^(?![^\n]*-(?:Disable|ExclusionProcess|ExclusionExtension))[^\n]*-ExclusionPath[ \t]{1,4}["']?(?:[A-Z]:\\{1,2}Program Files|[^\n"']{1,80}\\{1,2}(?:repos|projects|source|src|dev|code|workspace|git)\b)/i,
      "protections",
    ],
    [
      "switches off Windows Defender",
      "critical",
      /^(?:set-mppreference|add-mppreference|uninstall-windowsfeature|reg(?:\.exe)?|set-itemproperty|new-itemproperty)$/i,
      /-Disable\w{1,60}[ \t]{1,4}(?:\$?true|1)|-Exclusion(?:Path|Process|Extension)|Windows-Defender|DisableAntiSpyware|DisableRealtimeMonitoring/i,
    ],
    [
      "switches off a protection of macOS",
      "high",
      /^(?:spctl|csrutil|tccutil|nvram|fdesetup|softwareupdate)$/,
      /--(?:master|global)-disable|csrutil[ \t]{1,4}disable|tccutil[ \t]{1,4}reset|boot-args|fdesetup[ \t]{1,4}disable|--schedule[ \t]{1,4}off/,
    ],
    [
      "lets downloads run without the system's check",
      "high",
      /^xattr$/,
      /-\w{0,4}[dc]\w{0,4}\b(?:[^\n]{0,40}com\.apple\.quarantine|r?[ \t])/,
    ],
    [
      "lets scripts run without signatures",
      "medium",
      /^(?:set-executionpolicy|powershell(?:\.exe)?|pwsh)$/i,
      /set-executionpolicy[^\n]{0,40}(?:bypass|unrestricted)/i,
    ],
    [
      "hides the window and goes around the policy of PowerShell",
      "medium",
      /^(?:powershell|pwsh)(?:\.exe)?$/i,
      /-(?:w|win|windowstyle)[ \t]{1,4}hidden/i,
    ],
    [
      "switches off a protection of the kernel",
      "high",
      /^(?:sysctl|sed)$/,
      /kernel\.(?:randomize_va_space|yama\.ptrace_scope|kptr_restrict|dmesg_restrict|unprivileged_bpf_disabled)[ \t]{0,4}=[ \t]{0,4}0/,
    ],
    [
      "switches off the checks of certificates for every program",
      "high",
      /^(?:export|setx?|env|set-item|npm|yarn|pnpm)$/,
      /NODE_TLS_REJECT_UNAUTHORIZED[ \t]{0,4}=[ \t]{0,4}["']?0|PYTHONHTTPSVERIFY[ \t]{0,4}=[ \t]{0,4}["']?0/,
      "certificates",
    ],
    [
      "switches off the checks of certificates for git",
      "medium",
      /^git$/,
      /http\.sslVerify[ \t=]{1,4}["']?(?:false|0)/i,
    ],
    [
      "trusts another authority for certificates",
      "high",
      /^(?:security|update-ca-certificates|update-ca-trust|certutil(?:\.exe)?|import-certificate|trust)$/i,
      /add-trusted-cert|-addstore[ \t]{1,4}(?:-f[ \t]{1,4})?["']?root|Cert:\\{1,2}LocalMachine\\{1,2}Root|trust[ \t]{1,4}anchor/i,
      "certificates",
    ],
    ["skips the checks of git", "low", /^git$/, /\b(?:commit|push)\b[^\n]{0,200}--no-verify\b/],
    [
      "leaves a browser without its sandbox",
      "low",
      /^(?:google-chrome|chromium|chrome)\S{0,12}$/,
      /--no-sandbox|--disable-web-security/,
    ],
    ["accepts every host key", "low", /^(?:ssh|scp|sftp|rsync)$/, /StrictHostKeyChecking[ =]no/],
  ]),
  ...rows("covers", [
    [
      "stops the history of commands",
      "high",
      /^(?:unset|export|set|history|shopt|ln|setopt)$/,
      /\bHISTFILE\b(?:[ \t]{0,4}$|=(?:["']{0,2}[ \t]{0,4}$|\/dev\/null))|HIST(?:FILE)?SIZE=0\b|set[ \t]{1,4}\+o[ \t]{1,4}history|history[ \t]{1,4}-\w{0,3}c|\/dev\/null[^\n]{0,40}_history/,
    ],
    [
      "clears logs",
      "high",
      /^(?:wevtutil|clear-eventlog|journalctl|auditctl|truncate|shred|log)(?:\.exe)?$/i,
      /^(?!!?\/)(?:\bcl[ \t]|clear-log|clear-eventlog|--vacuum-(?:time=1s|size=1\b)|auditctl[ \t]{1,4}-[De]|(?:truncate|shred)[^\n]{0,200}\/var\/log|^log[ \t]{1,4}erase)/i,
      "logs",
    ],
    ["forges the times of files", "medium", /^touch$/, /[ \t]-r[ \t]{1,4}\/(?:bin|etc|usr)\//],
  ]),
];
