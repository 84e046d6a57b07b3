import type { SkillFiles } from "../discover/skill-files.ts";

export type Script = { readonly path: string; readonly text: string; readonly language: ScriptLanguage };
export type ScriptLanguage = "shell" | "python" | "javascript" | "powershell";

const languages: Readonly<Record<string, ScriptLanguage>> = {
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  py: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "javascript",
  mts: "javascript",
  ps1: "powershell",
};

/** The programs in the skill's `scripts/` folder with a known language, by extension or `#!`. */
export function readScripts(files: SkillFiles): readonly Script[] {
  const scripts: Script[] = [];
  for (const { path, kind } of files.all()) {
    if (kind !== "file" || !path.startsWith("scripts/")) continue;
    const name = path.slice(path.lastIndexOf("/") + 1);
    const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
    const known = languages[extension];
    if (known === undefined && name.includes(".")) continue;
    const text = files.read(path);
    const language = known ?? languageOfShebang(text);
    if (text !== undefined && language !== undefined) scripts.push({ path, text, language });
  }
  return scripts;
}

function languageOfShebang(text: string | undefined): ScriptLanguage | undefined {
  if (!text?.startsWith("#!")) return undefined;
  const line = text.slice(0, 100).split("\n", 1)[0] ?? "";
  if (/\b(?:ba|z|da|k)?sh\b/.test(line)) return "shell";
  if (line.includes("python")) return "python";
  return /\b(?:node|bun|deno)\b/.test(line) ? "javascript" : undefined;
}
