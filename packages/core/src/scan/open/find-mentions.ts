import { baseName } from "../../path/path.ts";
import type { Language } from "../evidence.ts";
import { type FileIndex, folderOf } from "./file-index.ts";
import { eachPathWord } from "./path-words.ts";

export type Mention = {
  readonly path: string;
  /** Named itself, or only the folder that it is in. */
  readonly means: "file" | "folder";
};

export type MentioningText = { readonly text: string; readonly language: Language; readonly path: string };

/** The files of a skill that a text refers to: by path, by name, by folder, as a module, or through a tool that reads them. */
export function findMentions({ text, language, path }: MentioningText, index: FileIndex): readonly Mention[] {
  if (index.isEmpty) return [];
  const folder = folderOf(path);
  const found = new Map<string, Mention["means"]>();
  const addFiles = (paths: readonly string[]): void => {
    for (const one of paths) found.set(one, "file");
  };
  const seen = new Set<string>();
  eachPathWord(text, ({ word, isRun, tools }) => {
    const key = isRun ? `${word} ` : word;
    if (seen.has(key)) return;
    seen.add(key);
    for (const name of tools ?? []) addFiles(index.find(name, folder));
    const written = cleanWord(word, isRun);
    if (written === undefined) return;
    const files = index.find(written, folder);
    addFiles(files);
    if (files.length > 0) return;
    if (language === "javascript")
      for (const name of moduleFiles(written)) addFiles(index.find(name, folder));
    if (written.includes("/") && !written.includes("://"))
      for (const one of index.findFolder(written, folder)) if (!found.has(one)) found.set(one, "folder");
  });
  for (const path of index.unusual) if (text.includes(baseName(path))) addFiles([path]);
  if (language === "javascript")
    for (const { 1: name = "" } of text.matchAll(packageNames))
      for (const file of moduleFiles(name)) addFiles(index.find(file, folder));
  if (language === "python")
    for (const name of pythonModules(text))
      for (const ending of pythonEndings) addFiles(index.find(`${name}${ending}`, folder));
  return Array.from(found, ([one, means]) => ({ path: one, means }));
}

/** Packages that `import` and `require` name, which have no dot. */
const packageNames = /\b(?:from|import|require)[\s(]{0,4}["']([\w@./-]{1,120})["']/g;

/** A word as a path; undefined for what is none. */
function cleanWord(word: string, isRun: boolean): string | undefined {
  const plain = withoutMarks(word);
  if (plain === ".." || plain.length < 2 || /^https?:/i.test(plain)) return undefined;
  const hash = plain.indexOf("#");
  const path = decodePercent(hash > 0 ? plain.slice(0, hash) : plain);
  if (!isRun) return path;
  return path.includes("/") ? path : `./${path}`;
}

/** Without what stands before and behind paths, which few words have. */
function withoutMarks(word: string): string {
  const start = /^[f@#]/.test(word) ? word.replace(/^(?:file:\/{0,3}|@|#)/, "") : word;
  const plain = /[.:?)\\]$/.test(start) ? start.replace(/[.:?)\\]{1,8}$/, "") : start;
  return plain.includes("\\") ? plain.replaceAll("\\", "/") : plain;
}

function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  return text.replaceAll(/%([2-7][0-9A-Fa-f])/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function moduleFiles(written: string): readonly string[] {
  if (/^\.{1,2}\//.test(written))
    return moduleEndings.flatMap((ending) => [`${written}${ending}`, `${written}/index${ending}`]);
  const [first = ""] = written.split("/");
  const folder = `node_modules/${written}`;
  return /^@?[\w.-]{1,100}$/.test(first) ? [`${folder}/package.json`, `${folder}/index.js`] : [];
}

const moduleEndings = [".js", ".mjs", ".cjs", ".ts", ".tsx", ".json", ".node", ".wasm"];
const pythonEndings = [".py", "/__init__.py", ".pyc", ".so", ".pyd"];

/** Modules of `import` statements, with `/` for dots. */
function pythonModules(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of text.matchAll(/^[ \t]{0,40}(?:from|import)[ \t]{1,4}([^\n#]{1,300})/gm)) {
    const [package_ = "", members] = (line[1] ?? "").split(" import ", 2);
    const modules = package_
      .split(",")
      .map((name) => (name.trim().split(" ", 1)[0] ?? "").replace(/^\.+/, ""));
    for (const name of modules) if (name !== "") names.add(name.replaceAll(".", "/"));
    const [base = ""] = modules;
    for (const member of members?.split(/[\s,()]+/, 40) ?? [])
      if (/^\w+$/.test(member)) names.add(base === "" ? member : `${base.replaceAll(".", "/")}/${member}`);
  }
  return names;
}

/** Files that clients and tools read without being told: hooks, startup files of Python, settings. */
export function isReadUnasked(path: string): boolean {
  const name = baseName(path).toLowerCase();
  return (
    /(?:^|\/)(?:hooks\/hooks\.json|\.git\/hooks\/[^/.]{1,40}|\.git\/config|\.vscode\/(?:tasks|settings)\.json|\.(?:claude|cursor|codex|gemini)\/[\w.-]{1,40}\.json)$/i.test(
      path,
    ) ||
    name === ".mcp.json" ||
    name === ".envrc" ||
    name === "sitecustomize.py" ||
    name === "usercustomize.py" ||
    name.endsWith(".pth")
  );
}
