import type { Level } from "../../../finding.ts";
import type { Action } from "../../../scan/evidence.ts";
import { classifyPlace, normalizePath } from "../../../scan/places.ts";

export type Store = { readonly name: string; readonly level: Level };

/** What secrets a path holds; low where tools and projects read it all the time. */
export function storeAt(path: string): Store | undefined {
  if (isElsewhere(path)) return undefined;
  const kind = classifyPlace(path);
  if (kind === "wallet") return { name: "a wallet's keys", level: "high" };
  if (kind === "browser-profile") return { name: "a browser's cookies or saved passwords", level: "high" };
  if (/^\/proc\/(?!self\/|\$)[^/]{1,40}\/environ/.test(path))
    return { name: "the environment of other programs", level: "high" };
  if (kind === "environment-file" || kind === "ssh-access")
    return { name: "secrets of a project", level: "low" };
  if (kind !== "credentials") return undefined;
  const plain = normalizePath(path);
  return rows.find(({ pattern }) => pattern.test(plain)) ?? { name: "a file of credentials", level: "low" };
}

/** A disk that was mounted to look at it, the place for what was found there, and settings that hold no key. */
function isElsewhere(path: string): boolean {
  return /^\/(?:mnt\/(?:evidence|image|target|forensic\w{0,20})|evidence|cases?)\/|(?:^|\/)\.gnupg\/[\w.-]{1,40}\.conf$/.test(
    path,
  );
}

const rows: readonly (Store & { readonly pattern: RegExp })[] = [
  {
    name: "a private SSH key",
    level: "medium",
    pattern: /\.ssh(?:\/|$)|(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)/,
  },
  { name: "the AWS credentials file", level: "medium", pattern: /\.aws(?:\/credentials|\/?$|\/\*)/ },
  {
    name: "the cloud provider's credentials",
    level: "low",
    pattern: /\.azure|gcloud|\.oci|application_default|\.aws/,
  },
  { name: "the passwords in .netrc", level: "medium", pattern: /[._]netrc$/ },
  { name: "the GitHub CLI's token", level: "medium", pattern: /\/gh(?:\/|$)/ },
  { name: "git's stored passwords", level: "medium", pattern: /git-credentials$|git\/credentials$/ },
  {
    name: "the system's password hashes",
    level: "high",
    pattern: /etc\/(?:g?shadow|master\.passwd)|System32\/config|NTDS/i,
  },
  {
    name: "the system's keychain",
    level: "high",
    pattern: /Keychain|keyrings|kwallet|Microsoft\/(?:Credentials|Vault|Protect)/i,
  },
  {
    name: "a password manager's vault",
    level: "high",
    pattern: /1password|bitwarden|keepass|\.kdbx?$|lastpass|dashlane|password-store/i,
  },
  { name: "private GPG keys", level: "medium", pattern: /\.gnupg/ },
  { name: "messages and logins of a chat program", level: "high", pattern: /tdata|discord|slack|signal/i },
  { name: "the Kubernetes configuration", level: "low", pattern: /\.kube/ },
  {
    name: "a package registry's token",
    level: "low",
    pattern: /\.(?:npmrc|pypirc|yarnrc\.yml|cargo)|gem\/credentials|nuget/i,
  },
  {
    name: "the token of a Kubernetes service account",
    level: "medium",
    pattern: /run\/secrets\/kubernetes\.io\/serviceaccount/,
  },
  { name: "Docker's logins", level: "low", pattern: /\.docker/ },
  {
    name: "an agent's login",
    level: "medium",
    pattern: /\.(?:claude|codex|gemini|qwen|openclaw|clawdbot)\/|opencode|auth-profiles/,
  },
  {
    name: "a database's passwords",
    level: "low",
    pattern: /\.pgpass|\.my\.cnf|mylogin|\.snowflake|databricks/,
  },
];

/** Commands that only ever print credentials. */
export function storeOfCommand(action: Action): Store | undefined {
  if (action.kind !== "run") return undefined;
  const text = action.text.slice(0, 400);
  return commands.find(({ program, pattern }) => program.test(action.program) && pattern.test(text));
}

const commands: readonly (Store & { readonly program: RegExp; readonly pattern: RegExp })[] = [
  {
    name: "the system's keychain",
    level: "high",
    program: /^security$/,
    pattern: /dump-keychain|export[ \t]/,
  },
  {
    name: "a password in the keychain",
    level: "low",
    program: /^security$/,
    pattern: /find-(?:generic|internet)-password[^\n]{0,200}-\w{0,3}[gw]\b/,
  },
  {
    name: "a password that a dialog asks for in the system's name",
    level: "high",
    program: /^osascript$/,
    pattern: /password[^\n]{0,300}\bhidden answer\b/i,
  },
  {
    name: "the names of Windows' saved passwords",
    level: "low",
    program: /^cmdkey(?:\.exe)?$/i,
    pattern: /list/i,
  },
  {
    name: "Windows' saved passwords",
    level: "high",
    program: /^vaultcmd(?:\.exe)?$/i,
    pattern: /list/i,
  },
  {
    name: "the memory that holds passwords",
    level: "high",
    program: /^(?:mimikatz|procdump|lazagne|pypykatz|secretsdump(?:\.py)?|hashdump|nanodump)(?:\.exe)?$/i,
    pattern: /^/,
  },
  {
    name: "the registry's password hashes",
    level: "high",
    program: /^reg(?:\.exe)?$/i,
    pattern: /save[ \t]{1,8}["']?HK(?:LM|EY_LOCAL_MACHINE)\\(?:SAM|SYSTEM|SECURITY)/i,
  },
  {
    name: "Wi-Fi passwords",
    level: "high",
    program: /^netsh(?:\.exe)?$/i,
    pattern: /wlan[ \t]{1,8}(?:show|export)[^\n]{0,100}key[ \t]{0,4}=[ \t]{0,4}clear/i,
  },
  {
    name: "private keys wherever they lie",
    level: "high",
    program: /^(?:[ef]?grep|rg|ag)$/,
    pattern: /PRIVATE KEY[^\n]{0,200}[ \t]["']?(?:~|\$HOME|\/home|\/Users|\/root|\/(?=\s|$))/,
  },
  {
    name: "a password manager's vault",
    level: "high",
    program: /^(?:bw|op|lpass|keepassxc-cli|dcli|pass)$/,
    pattern:
      /\bbw[ \t]{1,4}(?:export|list[ \t]{1,4}items)\b|\bop[ \t]{1,4}item[ \t]{1,4}(?:get[ \t]{1,4}-|list\b[^\n]{0,200}--reveal)|\blpass[ \t]{1,4}export\b|\bkeepassxc-cli[ \t]{1,4}export\b|\bdcli[ \t]{1,4}(?:password|export)\b[^\n]{0,80}(?:json|all)/,
  },
  { name: "private GPG keys", level: "medium", program: /^gpg2?$/, pattern: /--export-secret-(?:sub)?keys/ },
];
