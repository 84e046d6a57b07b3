import type { Language } from "../evidence.ts";

const extensions: Readonly<Record<string, Language>> = {
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  command: "shell",
  ksh: "shell",
  py: "python",
  pyw: "python",
  pth: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "javascript",
  ps1: "powershell",
  psm1: "powershell",
  bat: "batch",
  cmd: "batch",
  rb: "ruby",
  pl: "perl",
  php: "php",
};

/** The language of a program by its first line or the name of its file; undefined for other files. */
export function languageOf(path: string, text: string): Language | undefined {
  const shebang = /^#!.{0,80}\b(sh|bash|zsh|dash|ksh|python|node|perl|ruby|php|pwsh)\b/.exec(
    text.slice(0, 120),
  )?.[1];
  if (shebang !== undefined) return languageOfName(shebang);
  return extensions[/\.(\w{1,8})$/.exec(path.slice(-40))?.[1]?.toLowerCase() ?? ""];
}

const byName: Readonly<Record<string, Language>> = {
  python: "python",
  node: "javascript",
  perl: "perl",
  ruby: "ruby",
  php: "php",
  pwsh: "powershell",
};

function languageOfName(name: string): Language {
  return byName[name] ?? "shell";
}
