import type { Span } from "../../text/span.ts";

const list = (text: string): readonly string[] => text.split(" ");

/** Programs whose names start a command in a document; others are taken for words. */
const programs: ReadonlySet<string> = new Set([
  ...list(
    "curl wget nc ncat netcat socat telnet ssh scp rsync sftp ftp dig nslookup host ping openssl gpg base64 base32 xxd",
  ),
  ...list(
    "bash sh zsh dash fish ksh source eval exec sudo doas su env nohup timeout xargs command nice setsid screen tmux",
  ),
  ...list(
    "python python2 python3 py node nodejs bun deno tsx perl ruby php powershell pwsh osascript lua java go cargo",
  ),
  ...list(
    "npm npx pnpm yarn pip pip3 pipx uv uvx poetry gem brew apt apt-get yum dnf apk pacman snap choco winget scoop conda",
  ),
  ...list(
    "cat head tail less more grep rg sed awk gawk mawk busybox find fd ls tar zip unzip 7z gzip gunzip cp mv rm ln dd tee touch mkdir chmod chown chattr",
  ),
  ...list(
    "echo printf export set unset alias crontab at launchctl systemctl service defaults security xattr spctl csrutil codesign",
  ),
  ...list("git gh docker podman kubectl helm terraform aws gcloud gsutil az rclone s3cmd ngrok cloudflared"),
  ...list(
    "pbpaste pbcopy xclip xsel wl-paste screencapture scrot arecord whoami hostname uname printenv history kill killall pkill",
  ),
  ...list(
    "iptables ufw setenforce setfacl usermod useradd passwd visudo mount umount mkfs shred modprobe insmod sysctl make open xdg-open",
  ),
  ...list(
    "iex irm iwr invoke-webrequest invoke-expression invoke-restmethod certutil bitsadmin mshta reg schtasks rundll32 regsvr32 wmic netsh cmd",
  ),
  ...list(
    "claude codex gemini clawhub openclaw mail sendmail http https jq yq sqlite3 mysql psql redis-cli mongo mkfifo mknod trap read for while if",
  ),
]);

/** Whether a code span or a line reads as a command: a known program with something after it, or a path to run. */
export function readsAsCommand(text: string): boolean {
  const plain = text.trimStart().replace(/^(?:[$%>#❯➜][ \t]{1,4})?(?:\w{1,40}=\S{0,200}[ \t]{1,4}){0,4}/, "");
  const words = /^(\S{1,200})(?:[ \t]{1,8}(\S))?/.exec(plain);
  if (!words) return false;
  const [, first = "", second] = words;
  if (/^(?:\.{1,2}|~|\$\{?\w{1,40}\}?|\/(?:tmp|usr|bin|opt|home|etc|var))\/[\w./@$-]{1,200}$/.test(first))
    return second !== undefined || /\.(?:sh|py|js|mjs|rb|pl|command|bin|run)$|^\.\/[\w-]+$/.test(first);
  if (/^[{$`(]/.test(first) && /[|;&]|\)/.test(plain)) return true;
  const name = first
    .replace(/["'\\]/g, "")
    .replace(/^(?:\/\w{1,20}){1,4}\//, "")
    .replace(/\.exe$/, "");
  return (
    programs.has(name) &&
    (second !== undefined ? !/[=:,]/.test(second) : /^(?:env|printenv|history)$/.test(name))
  );
}

const start =
  /(?:^|[\s:("'“`>*!+={])((?:sudo[ \t]{1,4}(?:-\w{1,4}[ \t]{1,4})?)?(?:(?:curl|wget)[ \t]{1,4}(?:-[\w-]{1,30}[ \t]{1,4}|["']?(?:https?:\/\/|\$))|(?:ba|z|da)?sh[ \t]{1,4}(?:-[ci]\b|<\(|["']?(?:https?:|\/|~|\.\/))|(?:python3?|node|perl|ruby|php)[ \t]{1,4}-[cer]\b|(?:bash|sh|python3?|node)[ \t]{1,4}[\w./~-]{1,80}\.(?:sh|py|m?js)\b|nc(?:at)?[ \t]{1,4}(?:-\w|[\w.-]{4,60}[ \t]\d)|rm[ \t]{1,4}-\w|chmod[ \t]{1,4}[+0-7ugoa]|echo[ \t]{1,4}[^\n|>]{1,400}[|>]|cat[ \t]{1,4}[~/$.]|base64[ \t]{1,4}-|eval[ \t]{1,4}["'$`(]|source[ \t]{1,4}<\(|crontab[ \t]{1,4}-|(?:pip3?|npm|pnpm|yarn|gem|brew)[ \t]{1,4}(?:install|i|add)[ \t]|npx[ \t]{1,4}-?[\w@]|git[ \t]{1,4}(?:clone[ \t]|config[ \t]-|push[ \t]https?:)|tar[ \t]{1,4}-?[cxz]\w{0,4}[ \t]|scp[ \t]{1,4}[-~/.]|rsync[ \t]{1,4}-|ssh[ \t]{1,4}(?:-|\w{1,30}@)|find[ \t]{1,4}[~/.]|dd[ \t]{1,4}if=|launchctl[ \t]{1,4}\w|systemctl[ \t]{1,4}\w|security[ \t]{1,4}(?:find-|dump-)|(?:powershell|pwsh)(?:\.exe)?[ \t]{1,4}-|osascript[ \t]{1,4}-e|openssl[ \t]{1,4}(?:enc|s_client)|printenv[ \t]*\||env[ \t]*\||\/dev\/tcp\/|sudo[ \t]{1,4}[a-z-]{2,20}[ \t]{1,4}[-/~a-z]))/;

/** A line that is a command although nothing marks it as one: a program that is no word, its subcommand, and flags or operators. */
const wholeLine =
  /^[ \t>]{0,12}(?:docker|podman|npm|pnpm|yarn|aws|gcloud|az|kubectl|helm|terraform|iptables|ufw|git|deno|cargo|gsutil|psql|mysql|reg|schtasks|netsh|setenforce|csrutil|chmod|chown|unset|claude|codex|code|pip3?|uv|go|defaults|wget|curl|mkfs[.\w]{0,6}|history|export|powershell|gem|brew|apt|dd|rm|xattr|spctl|kill)[ \t]{1,4}(?:-{1,2}\w|[a-z\d./-]{1,40}(?=[ \t]|$))[^\n]{0,600}$/;

/** The first command in a line of prose: from a known start to the end of the sentence. */
export function findCommandInProse(line: string): Span | undefined {
  if (
    wholeLine.test(line) &&
    /[ \t]--?[a-zA-Z]|&&|\|[ \t]|https?:\/\//.test(line) &&
    !/[.:,?!][ \t]{0,4}$/.test(line)
  ) {
    const from = line.search(/[^ \t>]/);
    return { start: from, end: line.length };
  }
  const match = start.exec(line);
  if (!match) return undefined;
  const from = match.index + match[0].length - (match[1]?.length ?? 0);
  const rest = line.slice(from);
  const sentence = endOfSentence.exec(rest);
  const isEscaped = line[from - 2] === "\\";
  const closing = closingQuotes.get(line.slice(from - (isEscaped ? 2 : 1), from))?.exec(rest);
  const end = from + Math.min(sentence?.index ?? rest.length, closing?.index ?? rest.length);
  return { start: from, end };
}

/** After `| bash` a word is the sentence's, not a script's. */
const endOfSentence =
  /[.!?](?=\s+[A-Z]|\s*$)|[`”]|\*\*|<!--|-->|\s\(|(?<=\|[ \t]{0,4}(?:sudo[ \t])?(?:ba|z|da)?sh)[ \t](?=[a-z]{2,20}(?:[ \t.,"']|$))/;

/** A string in data or code ends at its quotation mark. */
const closingQuotes: ReadonlyMap<string, RegExp> = new Map([
  ['"', /(?<!\\)"/],
  ["'", /(?<!\\)'/],
  ['\\"', /\\"/],
  ["\\'", /\\'/],
  ["{", /\}/],
]);

/** Where the program starts in a command line for PowerShell that no shell reads, as in a macro. */
export function startOfPowershell(command: string): number | undefined {
  return /^(?:powershell|pwsh)(?:\.exe)?[ \t]{1,8}(?:-(?:c|command)[ \t]{1,8}|(?=[a-z]))/i.exec(command)?.[0]
    .length;
}
