import { baseName } from "../../path/path.ts";
import type { Language } from "../evidence.ts";
import { type FileIndex, folderOf } from "./file-index.ts";

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
  let previous = "";
  for (const { 0: token, index: at } of text.matchAll(tokens)) {
    const isRun = runners.has(previous) || (text[at - 1] === "`" && text[at + token.length] === "`");
    previous = token;
    const tools = readByTools.get(token);
    // Plain words are most of a text, and no paths.
    if (
      !isRun &&
      tools === undefined &&
      !token.includes(".") &&
      !token.includes("/") &&
      !token.includes("\\") &&
      !/^[A-Z]/.test(token)
    )
      continue;
    const key = isRun ? `${token} ` : token;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const name of tools ?? []) addFiles(index.find(name, folder));
    const written = cleanToken(token, isRun);
    if (written === undefined) continue;
    const files = index.find(written, folder);
    addFiles(files);
    if (files.length > 0) continue;
    if (language === "javascript")
      for (const name of moduleFiles(written)) addFiles(index.find(name, folder));
    if (written.includes("/") && !written.includes("://"))
      for (const one of index.findFolder(written, folder)) if (!found.has(one)) found.set(one, "folder");
  }
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

/** Words of a text that may be paths. Names with the excluded characters are searched for one by one. */
const tokens = /[^\s"'`()<>[\]{}|;,*=!&^]{1,400}/g;

const runners: ReadonlySet<string> = new Set(
  "bash sh zsh source . exec python python3 node bun deno ruby perl php pwsh sudo nohup chmod +x 755 run Run execute Execute".split(
    " ",
  ),
);

/** Files that a tool reads by itself. */
const readByTools: ReadonlyMap<string, readonly string[]> = new Map([
  ["npm", ["package.json", ".npmrc"]],
  ["npx", ["package.json", ".npmrc"]],
  ["pnpm", ["package.json", ".npmrc"]],
  ["yarn", ["package.json", ".yarnrc.yml"]],
  ["bun", ["package.json", "bunfig.toml"]],
  ["pip", ["setup.py", "pyproject.toml", "setup.cfg"]],
  ["pip3", ["setup.py", "pyproject.toml", "setup.cfg"]],
  ["uv", ["setup.py", "pyproject.toml"]],
  ["poetry", ["pyproject.toml"]],
  ["pytest", ["conftest.py", "pytest.ini"]],
  ["make", ["Makefile", "makefile", "GNUmakefile"]],
  ["just", ["justfile"]],
  ["docker", ["Dockerfile", "docker-compose.yml", "docker-compose.yaml", "compose.yaml"]],
  ["docker-compose", ["Dockerfile", "docker-compose.yml", "docker-compose.yaml", "compose.yaml"]],
  ["rake", ["Rakefile"]],
  ["vagrant", ["Vagrantfile"]],
  ["cargo", ["build.rs", "Cargo.toml"]],
  ["direnv", [".envrc"]],
]);

/** A token as a path; undefined for what is none. */
function cleanToken(token: string, isRun: boolean): string | undefined {
  // Variables such as `$SKILL_DIR/` and what follows a `${…}` start at some folder of the skill.
  const plain = token
    .replace(/^(?:file:\/{0,3}|@|#)/, "")
    .replace(/[.:?)\\]{1,8}$/, "")
    .replaceAll("\\", "/");
  if (plain === ".." || plain.length < 2 || /^https?:/i.test(plain)) return undefined;
  const hash = plain.indexOf("#");
  const path = decodePercent(hash > 0 ? plain.slice(0, hash) : plain);
  if (!isRun) return path;
  return path.includes("/") ? path : `./${path}`;
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
