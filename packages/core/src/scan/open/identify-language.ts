import { baseName } from "../../path/path.ts";
import type { Language } from "../evidence.ts";

export type Identity = {
  readonly language: Language;
  /** The name promises something else than the content is. */
  readonly isDisguised: boolean;
};

/** What language a text is in: `#!` decides, then a name that programs go by, then the content. */
export function identifyLanguage(path: string, text: string): Identity {
  const name = baseName(path).toLowerCase();
  const extension = extensionOf(name);
  const named = languageOfName(name, extension);
  const shebang = languageOfShebang(text);
  if (shebang !== undefined)
    return { language: shebang, isDisguised: isDisguise(name, extension) && named !== shebang };
  if (named !== undefined && trusted.has(named)) return { language: named, isDisguised: false };
  const isOther = isMarkup(text) || (named === "configuration" && isData(text));
  const guessed = isOther ? undefined : guessLanguage(text);
  if (guessed !== undefined) return { language: guessed, isDisguised: isDisguise(name, extension) };
  return { language: named ?? (looksLikeMarkdown(text) ? "markdown" : "text"), isDisguised: false };
}

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot === -1 ? "" : name.slice(dot + 1).toLowerCase();
}

/** Languages whose extension is believed, because interpreters or clients go by it. */
const trusted: ReadonlySet<Language> = new Set<Language>([
  "shell",
  "powershell",
  "batch",
  "python",
  "javascript",
  "ruby",
  "perl",
  "php",
  "markdown",
  "other",
]);

const extensions: readonly (readonly [Language, string])[] = [
  ["markdown", "md mdx markdown mdc mdown"],
  ["shell", "sh bash zsh fish ksh dash command bashrc zshrc profile bats envrc"],
  ["powershell", "ps1 psm1 psd1"],
  ["batch", "bat cmd"],
  ["python", "py pyw pyi pyx pth"],
  ["javascript", "js mjs cjs jsx ts mts cts tsx vue svelte"],
  ["ruby", "rb rake gemspec"],
  ["perl", "pl pm"],
  ["php", "php phtml"],
  [
    "other",
    "go rs java kt kts swift c cc cpp h hpp cs r jl lua awk jq sql scala groovy gradle tf hcl cls trigger vbs vba applescript scpt bicep dart ex exs erl hs nix m",
  ],
  [
    "configuration",
    "json jsonc json5 jsonl ndjson ipynb yaml yml toml ini cfg conf config env properties lock plist xml desktop service timer reg editorconfig gitattributes gitmodules",
  ],
];

const byExtension: ReadonlyMap<string, Language> = new Map(
  extensions.flatMap(([language, names]) => names.split(" ").map((name) => [name, language] as const)),
);

const byName: ReadonlyMap<string, Language> = new Map<string, Language>([
  ["makefile", "configuration"],
  ["gnumakefile", "configuration"],
  ["justfile", "configuration"],
  ["dockerfile", "configuration"],
  ["containerfile", "configuration"],
  ["procfile", "configuration"],
  ["crontab", "configuration"],
  ["requirements.txt", "configuration"],
  ["gemfile", "ruby"],
  ["rakefile", "ruby"],
  ["vagrantfile", "ruby"],
  ["brewfile", "ruby"],
  ["jenkinsfile", "other"],
  [".envrc", "shell"],
  [".bashrc", "shell"],
  [".bash_profile", "shell"],
  [".zshrc", "shell"],
  [".zshenv", "shell"],
  [".profile", "shell"],
]);

function languageOfName(name: string, extension: string): Language | undefined {
  const known = byName.get(name) ?? byExtension.get(extension);
  if (known !== undefined) return known;
  if (/^(?:dockerfile|makefile|\.env)\b/.test(name)) return "configuration";
  return /^requirements[\w-]{0,40}\.(?:txt|in)$/.test(name) ? "configuration" : undefined;
}

const interpreters: readonly (readonly [RegExp, Language])[] = [
  [/\b(?:ba|z|da|k|a|fi)?sh\b/, "shell"],
  [/\bpython|\bpypy|\buv\b/, "python"],
  [/\b(?:node|bun|deno|tsx|ts-node)\b/, "javascript"],
  [/\b(?:pwsh|powershell)\b/, "powershell"],
  [/\bruby\b/, "ruby"],
  [/\bperl\b/, "perl"],
  [/\bphp\b/, "php"],
  [/\//, "other"],
];

function languageOfShebang(text: string): Language | undefined {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!text.startsWith("#!", start)) return undefined;
  const line = text.slice(start, start + 200).split(/[\r\n]/, 1)[0] ?? "";
  return interpreters.find(([pattern]) => pattern.test(line))?.[1];
}

/** Pictures, fonts, archives and data: a program under such a name expects not to be looked at. */
const passive: ReadonlySet<string> = new Set(
  "png jpg jpeg gif webp bmp ico svg tif tiff avif heic mp3 mp4 wav ogg webm mov woff woff2 ttf otf eot pdf doc docx xls xlsx ppt pptx zip gz tgz tar rar 7z txt text log dat data bin csv tsv md markdown rst json jsonl yaml yml xml html htm css map lock license bak tmp".split(
    " ",
  ),
);

/** `example.ts.txt` says what it is. */
function isDisguise(name: string, extension: string): boolean {
  const inner = byExtension.get(extensionOf(name.slice(0, -extension.length - 1)));
  return passive.has(extension) && (inner === undefined || !trusted.has(inner));
}

/** JSON and YAML stay configuration, whatever commands their values hold. */
function isData(text: string): boolean {
  return !/^\s{0,1000}(?:import |from |const |let |var |function |def |class |curl |wget |eval |exec |bash |sudo )/.test(
    text.slice(0, 2000),
  );
}

/** HTML, SVG and other XML, whose scripts are taken out of them. */
export function isMarkup(text: string): boolean {
  return /^\ufeff?\s{0,1000}<(?:!doctype|!--|\?xml|html|head|body|svg|script|div|style|template)\b/i.test(
    text.slice(0, 1100),
  );
}

type Hints = { readonly language: Language; readonly strong: RegExp; readonly weak?: RegExp };

const hints: readonly Hints[] = [
  {
    language: "python",
    strong:
      /^\s{0,40}(?:import \w[\w., ]{0,80}$|from [\w.]{1,60} import |def \w{1,60}\(|class \w{1,60}[(:]|if __name__ ==|(?:elif|except|with) .{0,120}:$|(?:print|exec|eval|open|__import__|subprocess\.\w+|os\.\w+)\()/,
    weak: /^\s{0,40}(?:\w{1,60} = |for \w{1,40} in |return\b|try:|else:)/,
  },
  {
    language: "javascript",
    strong:
      /^\s{0,40}(?:(?:const|let|var) [\w{[]|import .{0,80} from ['"]|(?:async )?function\b|module\.exports|export (?:default|const|function)|require\(|eval\(|fetch\(|process\.\w|\}\)?;?$|.{0,200}=> ?\{$)/,
    weak: /;\s{0,4}$/,
  },
  {
    language: "powershell",
    strong:
      /^\s{0,40}(?:\$[\w:]{1,40} ?= |(?:Invoke|Get|Set|New|Start|Remove|Add|Import|Write|Stop|Out|ConvertTo|ConvertFrom)-[A-Z]\w{1,30}\b|param ?\(|iex\b|iwr\b)/i,
  },
  {
    language: "batch",
    strong:
      /^\s{0,40}(?:@echo off|setlocal|rem |set "?\w{1,40}=|goto |call |if (?:not )?(?:exist|errorlevel)|%\w{1,40}%)/i,
  },
  { language: "php", strong: /^\s{0,40}<\?php\b/ },
  { language: "ruby", strong: /^\s{0,40}(?:require ['"]|def \w{1,60}$|end$|puts |module [A-Z])/ },
  {
    language: "shell",
    strong:
      /^\s{0,40}(?:(?:curl|wget|nc|ncat|bash|sh|zsh|source|chmod|chown|sudo|rm|cp|mv|mkdir|cat|tar|unzip|export|nohup|crontab|ssh|scp|rsync|base64|openssl|eval|exec|trap|set -[a-z]|pip3?|npm|npx|git|apt|apt-get|brew|python3?|node) [\w\-./$"'~<|{]|(?:if \[|while |for \w{1,40} in )|(?:fi|done|esac|then|do)$|echo |printf |[A-Za-z_]\w{0,40}=[$"'\w/])/,
  },
];

/** How many lines, at each end of a text, decide. */
const sampledLines = 120;

/** A property in a style sheet. */
const declaration = /^\s{0,40}(?:--)?[a-z][a-z-]{1,40}:\s[^{}()]{1,200}(?:\([^{}]{1,200}\)[^{};]{0,80})?;$/;

/** The language most lines look like; undefined for prose and data. */
function guessLanguage(text: string): Language | undefined {
  if (/^\s{0,1000}<\?php\b/.test(text.slice(0, 1100))) return "php";
  const lines = sampleLines(text);
  if (lines.length === 0 || lines.some((line) => line.startsWith("```"))) return undefined;
  if (lines.filter((line) => declaration.test(line)).length > lines.length * 0.3) return undefined;
  let best: { readonly language: Language; readonly share: number } | undefined;
  for (const { language, strong, weak } of hints) {
    const clear = lines.filter((line) => strong.test(line)).length;
    const vague =
      weak === undefined ? 0 : lines.filter((line) => weak.test(line) && !strong.test(line)).length;
    const share = clear === 0 ? 0 : (clear + vague / 2) / lines.length;
    if (share >= 0.34 && share > (best?.share ?? 0)) best = { language, share };
  }
  return best?.language;
}

/** Lines from both ends without blank ones and comments. */
function sampleLines(text: string): readonly string[] {
  const ends = text.length > 40_000 ? [text.slice(0, 20_000), text.slice(-20_000)] : [text];
  return ends.flatMap((part, index) => {
    const lines = part
      .split(/\r\n?|\n/)
      .map((line) => line.slice(0, 400).trimEnd())
      .filter((line) => line.trim() !== "" && !/^\s{0,40}(?:#(?!!)|\/\/|\*|::)/.test(line));
    return index === 0 ? lines.slice(0, sampledLines) : lines.slice(-sampledLines);
  });
}

function looksLikeMarkdown(text: string): boolean {
  return /^(?:#{1,4} \S|```|~~~|[-*] \S|---$)/m.test(text.slice(0, 20_000));
}
