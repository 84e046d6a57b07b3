/** Replacement for a secret. */
export const redacted = "[redacted]";

/**
 * Replaces everything that looks like a secret. Linear in the text: each pattern starts with something rare and bounds
 * every part before its value.
 */
export function redactText(text: string): string {
  if (!trace.test(text)) return text;
  let result = text;
  for (const { pattern, replacement } of rules) result = result.replace(pattern, replacement);
  return result;
}

/** Whether the value under this key is a secret regardless of what it looks like. */
export function isSecretKey(key: string): boolean {
  return secretName.test(key);
}

/**
 * Names of secrets, also inside longer names: `GITHUB_TOKEN`, `dbPassword`, `x-api-key`. Prose rarely has a `:` or `=`
 * after them.
 */
const name =
  "(?:pass(?:word|wd|phrase|code)|passw|pwd|secret|token|api[-_. ]?key|access[-_. ]?key|private[-_. ]?key|signing[-_. ]?key|" +
  "encryption[-_. ]?key|credential|authori[sz]ation|cookie|bearer)";
const secretName = new RegExp(`${name}|^(?:auth|pass|pin|jwt|pat)$`, "i");

/** Most texts contain none of this and need no further look. */
const trace = new RegExp(
  `${name}|-----BEGIN|://|(?:^|\\s)-(?:u|-user)|sshpass|mysql|basic|eyJ|` +
    "sk-|[rsp]k_|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|A[KS]IA|AIza|ya29|xox|xapp-|npm_|pypi-|hf_|do[opr]_v1_|SG\\.|shp|whsec_|lin_api_",
  "i",
);

/** Quoted. A value with a command substitution is not a secret: the log must not hide commands. */
const quoted = "(?<quote>[\"'])(?![^\"'\\n]{0,256}(?:\\$\\(|`))[^\\n]{0,4096}?(?<!\\\\)\\k<quote>";
/** A word of a shell or configuration file; a variable reference is not a secret. */
const bare =
  "(?!\\\\*[\"']?\\[redacted\\])\\\\*[\"']?(?!(?:\\$\\w{1,80}|\\$\\{\\w{1,80}\\}|null|true|false)(?:[\\s\"'`&;|<>,)}\\]]|$))" +
  "(?![^\\s\"'`&;|<>]{0,256}(?:\\$\\(|`))[^\\s\"'`&;|<>]+";
const value = `(?:${quoted}|${bare})`;

type Rule = { readonly pattern: RegExp; readonly replacement: string };

/** Order matters: a rule may rely on those before it. */
const rules: readonly Rule[] = [
  // A PEM key, even with its end cut off.
  {
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    replacement: redacted,
  },
  // Headers whose value has several words.
  {
    pattern:
      /\b((?:proxy-)?authorization\\*["']?\s{0,8}:\s{0,8}\\*["']?)(?!\[redacted\])[^\s"'`;&|<>\\]+(?:[ \t]{1,8}[^\s"'`;&|<>\\-][^\s"'`;&|<>\\]*)?/gi,
    replacement: `$1${redacted}`,
  },
  {
    pattern:
      /\b((?:set-)?cookie\\*["']?\s{0,8}:\s{0,8}\\*["']?)[^\s=;"'`&|<>\\]{1,256}=[^\s;"'`&|<>\\]*(?:;\s?[^\s=;"'`&|<>\\]{1,256}=[^\s;"'`&|<>\\]*)*/gi,
    replacement: `$1${redacted}`,
  },
  { pattern: /\b(bearer|basic)(\s{1,8})(?!\[redacted\])[\w.~+/=-]{8,}/gi, replacement: `$1$2${redacted}` },
  // `https://name:password@host`; the password may contain an @.
  {
    pattern: /(:\/\/[^\s/:@"'`]{0,256}:)(?!\[redacted\]@)[^\s/"'`]{1,1024}@/g,
    replacement: `$1${redacted}@`,
  },
  // Tokens recognizable by their format.
  { pattern: /(?<![A-Za-z0-9])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){0,3}/g, replacement: redacted },
  { pattern: /(?<![A-Za-z0-9])sk-(?=[\w-]{0,64}\d)[\w-]{16,}/g, replacement: redacted },
  { pattern: /(?<![A-Za-z0-9])[rsp]k_(?:live|test|prod)_\w{8,}/g, replacement: redacted },
  { pattern: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,})/g, replacement: redacted },
  { pattern: /(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|cbt|soat|ft)-[\w-]{16,}/g, replacement: redacted },
  { pattern: /(?<![A-Za-z0-9])A[KS]IA[0-9A-Z]{12,}/g, replacement: redacted },
  { pattern: /(?<![A-Za-z0-9])(?:AIza[\w-]{30,}|ya29\.[\w-]{16,})/g, replacement: redacted },
  { pattern: /(?<![A-Za-z0-9])(?:xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,})/g, replacement: redacted },
  {
    pattern: /(?<![A-Za-z0-9])(?:npm_|hf_|pypi-|do[opr]_v1_|shp(?:at|ca|pa|ss)_|whsec_|lin_api_)[\w-]{16,}/g,
    replacement: redacted,
  },
  { pattern: /(?<![A-Za-z0-9])SG\.[\w-]{16,}\.[\w-]{16,}/g, replacement: redacted },
  // `curl -u name:password`; numbers are user and group ids.
  {
    pattern:
      /((?:^|\s)(?:-u|--(?:proxy-)?user)(?:\s{1,8}|=)?["']?[^\s:"'=]{0,256}:)(?!\d+(?:\s|$))(?!\[redacted\])[^\s"']+/g,
    replacement: `$1${redacted}`,
  },
  { pattern: /(\bsshpass\s{1,8}-p\s{0,8})(?!\[redacted\])\S+/g, replacement: `$1${redacted}` },
  {
    pattern: /(\bmysql[a-z]{0,8}\s[^|;&\n]{0,200}?(?<=\s)-p)(?!\[redacted\])[^\s-]\S*/g,
    replacement: `$1${redacted}`,
  },
  // JSON inside a string, at any level of escaping.
  {
    pattern: new RegExp(
      `(${name}[\\w-]{0,40}(?<quote>\\\\+["'])\\s{0,8}:\\s{0,8})\\k<quote>[^\\n]{0,4096}?(?<!\\\\)\\k<quote>`,
      "gi",
    ),
    replacement: `$1$<quote>${redacted}$<quote>`,
  },
  // `TOKEN=x`, `"token": "x"`, `token: x`, in scripts, JSON, YAML, queries and forms.
  {
    pattern: new RegExp(
      `(${name}[\\w-]{0,40}\\\\*["'\`]?\\]?\\s{0,8}(?:=>|:=|={1,3}|:)\\s{0,8})${value}`,
      "gi",
    ),
    replacement: `$1$<quote>${redacted}$<quote>`,
  },
  // `--password x`, but not `--password-stdin` or `--token-file x`.
  {
    pattern: new RegExp(
      `((?:^|[\\s"'\`(=])--?[\\w-]{0,40}?${name}(?![\\w-]{0,40}(?:-stdin|-file|-path|-env|-name))[\\w-]{0,40}\\s{1,8})(?![-:=])${value}`,
      "gi",
    ),
    replacement: `$1$<quote>${redacted}$<quote>`,
  },
];
