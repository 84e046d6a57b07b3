import type { Language, ScannedText } from "../evidence.ts";
import { joinPieces, type Piece } from "../open/mapped-text.ts";

/**
 * Programs with the modules of the skill that they use, as one text each: what a module collects is followed to where
 * the program, or another module, sends it. What names a module is written so that the names of its text are meant.
 */
export function joinModules(texts: readonly ScannedText[]): readonly ScannedText[] {
  const programs = texts.filter(isProgram);
  if (programs.length < 2) return [];
  const byPath = new Map(programs.map((text) => [text.path, text]));
  const names = new Map(programs.map((text) => [text, namesIn(text)]));
  const joined: ScannedText[] = [];
  let room = maxCharacters;
  for (const main of programs) {
    const modules = modulesOf(main, names, byPath);
    if (modules.length < 2) continue;
    const length = modules.reduce((sum, { text }) => sum + text.length, 0);
    if (length > room || !modules.some(({ text }) => collecting.test(text))) continue;
    if (!modules.some(({ text }) => sending.test(text))) continue;
    room -= length;
    joined.push(join(main, modules, byPath));
  }
  return joined;
}

/** Characters of all joined programs of a skill, and modules of one. */
const maxCharacters = 400_000;
const maxModules = 12;

const collecting =
  /\benviron\b|process\.env|\.ssh|\.aws|credentials|homedir|expanduser|Path\.home|\$HOME|~\/|clipboard|keychain/i;
const sending = /\b(?:requests|httpx|urlopen|urllib|https?|fetch|axios|curl|wget|socket|smtplib|net|nc)\b/;

function isProgram({ language, role, nesting, text }: ScannedText): boolean {
  return imports[language] !== undefined && role !== "test" && nesting === undefined && text.length < 100_000;
}

type ByPath = ReadonlyMap<string, ScannedText>;
/** The modules that each program names. */
type Names = ReadonlyMap<ScannedText, readonly string[]>;

/** What names another file: its path or, in Python, the dotted name. */
const imports: Readonly<Partial<Record<Language, RegExp>>> = {
  python:
    /^[ \t]{0,40}(?:from[ \t]{1,8}(\.{0,3}\w[\w.]{0,80})[ \t]{1,8}import|import[ \t]{1,8}(\w[\w.]{0,80}))/gm,
  javascript:
    /(?:\brequire\([ \t]{0,4}|\bfrom[ \t]{0,4}|\bimport[ \t]{0,4}\(?)["'](\.{1,2}\/[^"'\n]{1,120})["']/g,
  shell: /^[ \t]{0,40}(?:source|\.)[ \t]{1,8}["']?[^\n;&|]{0,120}?([\w-]{1,60}\.(?:sh|bash))\b/gm,
};

/** A program's modules, each before those that use it; the program is the last one. */
function modulesOf(main: ScannedText, names: Names, byPath: ByPath): readonly ScannedText[] {
  const found: ScannedText[] = [];
  const seen = new Set<ScannedText>([main]);
  const visit = (text: ScannedText): void => {
    for (const name of names.get(text) ?? []) {
      const module = resolve(name, text, byPath);
      if (module === undefined || seen.has(module) || seen.size > maxModules) continue;
      seen.add(module);
      visit(module);
    }
    found.push(text);
  };
  visit(main);
  return found;
}

function namesIn({ text, language }: ScannedText): readonly string[] {
  return Array.from(text.matchAll(imports[language] ?? /$^/g), (match) => match[1] ?? match[2] ?? "").slice(
    0,
    60,
  );
}

function resolve(name: string, { path, language }: ScannedText, byPath: ByPath): ScannedText | undefined {
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  const inFolder = (inner: string): string => tidy(`${folder}/${inner}`);
  const candidates = candidatesOf(name, language);
  const place = candidates.map(inFolder).find((one) => byPath.has(one));
  const found = place === undefined ? byPath.get(candidates[0] ?? "") : byPath.get(place);
  return found?.language === language ? found : undefined;
}

function candidatesOf(name: string, language: Language): readonly string[] {
  if (language === "python") return [`${name.replace(/^\.+/, "").replaceAll(".", "/")}.py`];
  if (language === "shell") return [name, `lib/${name}`];
  return ["", ".js", ".mjs", ".cjs", ".ts", "/index.js", "/index.ts"].map((end) => `${name}${end}`);
}

function tidy(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function join(main: ScannedText, modules: readonly ScannedText[], byPath: ByPath): ScannedText {
  const pieces: Piece[] = [];
  const starts: number[] = [];
  let start = 0;
  for (const [index, module] of modules.entries()) {
    const indexOf = (name: string): number => {
      const used = resolve(name, module, byPath);
      return used === undefined ? -1 : modules.indexOf(used);
    };
    if (main.language === "javascript")
      pieces.push({ text: `var _m${index}={};`, origin: { start, end: start } });
    const text = rewriters[main.language]?.(module.text, indexOf, index) ?? module.text;
    pieces.push({ text, origin: { start, end: start + module.text.length } });
    starts.push(start);
    start += module.text.length + 1;
  }
  const { text, originOf } = joinPieces(pieces, "\n");
  return {
    ...main,
    text,
    path: `${main.path}/modules`,
    placeOf: (span) => {
      const origin = originOf(span);
      const index = Math.max(
        0,
        starts.findLastIndex((one) => one <= origin.start),
      );
      const offset = starts[index] ?? 0;
      const { start: first, end } = origin;
      return (modules[index] ?? main).placeOf({ start: first - offset, end: Math.max(first, end) - offset });
    },
  };
}

type Rewrite = (text: string, indexOf: (name: string) => number, own: number) => string;

/** Programs keep their lengths, so that places in them stay where they are. */
const rewriters: Readonly<Partial<Record<Language, Rewrite>>> = {
  python: (text, indexOf) => {
    const prefixes: string[] = [];
    const named = text
      .replaceAll(
        /^([ \t]{0,40})from[ \t]{1,8}([\w.]{1,80})[ \t]{1,8}import[ \t]{1,8}(\([^)]{1,2000}\)|[^\n#;]{1,400})/gm,
        (whole, ...[indent, name, list]: readonly string[]) =>
          indexOf(name ?? "") < 0 ? whole : fill(`${indent}${aliasesOf(list ?? "") || "pass"}`, whole),
      )
      .replaceAll(
        /^([ \t]{0,40})import[ \t]{1,8}(\w[\w.]{0,80})(?:[ \t]{1,8}as[ \t]{1,8}(\w{1,60}))?[ \t]*$/gm,
        (whole, ...[indent, name = "", alias]: readonly (string | undefined)[]) => {
          if (indexOf(name) < 0) return whole;
          prefixes.push(alias ?? name);
          return fill(`${indent}pass`, whole);
        },
      );
    return prefixes.slice(0, maxModules).reduce(withoutPrefix, named);
  },
  javascript: (text, indexOf, own) => {
    const prefixes: string[] = [];
    const named = text
      .replaceAll(
        /\bimport[ \t]{1,8}([^;"'()]{1,300}?)[ \t]{1,8}from[ \t]{0,8}["'](\.[^"'\n]{1,120})["']/g,
        (whole, what: string, name: string) => {
          const index = indexOf(name);
          if (index < 0) return whole;
          const all = /^\*\s{1,8}as\s{1,8}(\w{1,60})$/.exec(what)?.[1];
          if (all !== undefined) prefixes.push(all);
          if (what.startsWith("{")) return fill(aliasesOf(what), whole);
          return fill(all === undefined && /^\w+$/.test(what) ? `var ${what}=_m${index}.d` : "", whole);
        },
      )
      .replaceAll(/\brequire\([ \t]{0,4}["'](\.[^"'\n]{1,120})["'][ \t]{0,4}\)/g, (whole, name: string) =>
        indexOf(name) < 0 ? whole : fill(`_m${indexOf(name)}`, whole),
      )
      .replaceAll(/\bexport[ \t]{1,8}default\b/g, (whole) => fill(`_m${own}.d=`, whole))
      .replaceAll(/^export[ \t](?=[ \t]{0,8}(?:async|function|const|let|var|class)\b)/gm, "       ")
      .replaceAll(/\b(?:module\.)?exports(?=\.\w|[ \t]{0,8}=[^=])/g, (whole) => fill(`_m${own}`, whole));
    return prefixes.slice(0, maxModules).reduce(withoutPrefix, named);
  },
};

/** Filled up to a length with blanks, so that lines stay. */
function fill(text: string, { length }: string): string {
  return text.padEnd(length, " ");
}

/** `a, b as c` as the assignments that it needs: `c=b`. */
function aliasesOf(list: string): string {
  return Array.from(
    list.matchAll(/(\w{1,60})\s{1,8}as\s{1,8}(\w{1,60})/g),
    ([, name, as]) => `${as}=${name}`,
  ).join(";");
}

/** `module.name` as `name`. */
function withoutPrefix(text: string, prefix: string): string {
  const pattern = new RegExp(`(?<![\\w.])${prefix.replaceAll(".", "\\.")}\\.(\\w{1,60})`, "g");
  return text.replaceAll(pattern, (whole, name: string) => fill(name, whole));
}
