import { commandsInside } from "./commands-inside.ts";
import { interpreters } from "./inside-programs.ts";
import { programName, type ShellCommand, type ShellWord } from "./shell-command.ts";
import { shells } from "./wrapper-programs.ts";

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

function nameOf({ words: [program] }: ShellCommand): string {
  return programName(program?.text ?? program?.base ?? "");
}

function textsOf({ words: [, ...rest] }: ShellCommand): readonly string[] {
  return rest.map(({ text = "" }) => text);
}

/** Programs that change no file they are given, unless an option names an output. */
const readers = words(
  "[ [[ ack ag basename bat batcat cat cd chdir cksum cmp colordiff comm cut date delta df diff dir dirname du echo egrep false fgrep file find fd fdfind getfacl gh git glow grep head hexdump jq less ls lsattr md5sum more namei nl od popd printf pushd pwd read readlink realpath rg sed sha1sum sha256sum sha512sum shasum sort stat strings tac tail test tr tree true type wc which zcat zgrep",
);

/** What git does with a file without changing it in the working tree. */
const gitReaders = words(
  "add annotate blame cat-file check-attr check-ignore commit describe diff diff-tree grep hash-object log ls-files ls-tree rev-list rev-parse shortlog show status tag",
);

/** Whether a program only reads the files that it names. */
export function onlyReads(command: ShellCommand): boolean {
  const name = nameOf(command);
  if (!readers.has(name)) return false;
  const texts = textsOf(command);
  if (name === "git")
    return (
      gitReaders.has(texts.find((text) => /^[a-z]/.test(text)) ?? "") &&
      !texts.some((text) => text.startsWith("--output"))
    );
  if (name === "sed") return !texts.some((text) => /^-[nrEsuz]*i|^--in-place|(?:^|[\d/$;}])w\s/.test(text));
  if (name === "find" || name === "fd" || name === "fdfind") return foldersSearched(command) === undefined;
  return !(name === "sort" || name === "tree") || !texts.some((text) => /^-[a-z]*o|^--output/.test(text));
}

const obeying = words(
  "awk ed emacs ex gawk gvim ln m4 make mawk nawk nvim parallel patch sqlite3 vi view vim xargs",
);

/** Whether a program does what a text tells it, so that the text may name a file in any way. */
export function obeysText(command: ShellCommand): boolean {
  const name = nameOf(command);
  if (obeying.has(name) || interpreters.has(name)) return true;
  if (name === "git" && command.input !== undefined && textsOf(command).includes("apply")) return true;
  const inner = commandsInside(command);
  return inner === "unknown" || "code" in inner || isShellWithInput(name, command);
}

/** The files that a script of `sed` may write, and more that only look like it. */
export function filesInScript(command: ShellCommand): readonly string[] {
  if (nameOf(command) !== "sed") return [];
  return textsOf(command).flatMap((text) =>
    [...text.matchAll(/w\s*([^\s;}]+)/g)].map(([, file = ""]) => file),
  );
}

/** Whether a program changes the files that another one lists for it. */
export function actsOnInput(command: ShellCommand): boolean {
  if (!/^(?:xargs|parallel)$/.test(nameOf(command))) return false;
  const inner = commandsInside(command);
  return inner === "unknown" || "code" in inner || !inner.every(onlyReads);
}

function isShellWithInput(name: string, { input }: ShellCommand): boolean {
  return shells.has(name) && input !== undefined;
}

/** The arguments of a program that are not options, or options with a value. */
export function operandsOf({ words: [, ...rest] }: ShellCommand): readonly ShellWord[] {
  return rest.filter(({ text }) => text === undefined || !/^-./.test(text) || text.includes("="));
}

const removers = words("rimraf rm rmdir shred srm trash trash-put unlink");

/** The arguments that a program removes with everything in them. */
export function cleansUp(command: ShellCommand): readonly ShellWord[] {
  const name = nameOf(command);
  if (removers.has(name)) return operandsOf(command);
  // The last one is where it moves the others.
  return name === "mv" ? operandsOf(command).slice(0, -1) : [];
}

const wholeFolders = words("chattr chgrp chmod chown curl docker git ln mount patch podman setfacl wget");

/** Whether a program may replace or fill a folder that it names, or change who may use it. */
export function affectsFolders(command: ShellCommand): boolean {
  const name = nameOf(command);
  return (
    wholeFolders.has(name) || (name === "cp" && textsOf(command).some((text) => /^-[a-zA-Z]*T/.test(text)))
  );
}

const copiers = words("cp gcp install ln mv rsync scp");

/** Whether a program puts files into a folder under their own names. */
export function copiesInto(command: ShellCommand): boolean {
  return copiers.has(nameOf(command));
}

const unpackers = words("7z 7za bsdtar cpio gtar jar pax tar unar unrar unzip");

/** Whether a program fills a folder with files whose names the command does not tell. */
export function unpacksInto(command: ShellCommand): boolean {
  const name = nameOf(command);
  if (!/^(?:bsd|g)?tar$|^jar$/.test(name)) return unpackers.has(name);
  return textsOf(command).some((text) => /^-?[a-zA-Z]*x|^--(?:extract|get)/.test(text));
}

/** The folders that `find` acts on, and the names that it looks for; undefined if it only lists. */
export function foldersSearched(
  command: ShellCommand,
  { acts = false }: { readonly acts?: boolean } = {},
): { readonly folders: readonly ShellWord[]; readonly names: readonly string[] } | undefined {
  if (!/^(?:find|fd|fdfind)$/.test(nameOf(command))) return undefined;
  const texts = textsOf(command);
  const runs = texts.some((text) => /^(?:-exec|-ok|-x$|-X$|--exec)/.test(text)) && !runsReaders(command);
  if (!acts && !runs && !texts.some((text) => /^(?:-delete|-fprint|-fls)/.test(text))) return undefined;
  const names = texts.filter((_, index) => /^-i?(?:name|path|wholename)$/.test(texts[index - 1] ?? ""));
  const end = texts.findIndex((text) => text.startsWith("-") || text === "(" || text === "!");
  const folders = command.words.slice(1, end === -1 ? undefined : end + 1);
  return { folders: folders.length === 0 ? [{ text: "." }] : folders, names };
}

function runsReaders(command: ShellCommand): boolean {
  const inner = commandsInside(command);
  return inner !== "unknown" && !("code" in inner) && inner.length > 0 && inner.every(onlyReads);
}

/** Whether a command changes the guard through its own program, a package manager, or an agent's program. */
export function isOwnChange(command: ShellCommand): boolean {
  const all = command.words.map(({ text }) => text);
  const name = nameOf(command);
  if (readers.has(name)) return false;
  if (packageManagers.has(name))
    return changesPackage(all) || callsOwn(all) || all.some((text) => mentionsOwnChange(text ?? ""));
  return agents.has(name) ? changesHooks(all) : callsOwn(command.words.map((word) => word.text ?? word.base));
}

type Texts = readonly (string | undefined)[];

function callsOwn(all: Texts): boolean {
  const calls = all.flatMap((text, index) =>
    text !== undefined && ownProgram.test(text) ? [index + 1] : [],
  );
  return calls.some((start) => {
    const [verb, ...rest] = all.slice(start).filter((text) => text?.startsWith("-") !== true);
    if (verb !== "guard") return verb === "trust";
    // What is not known may be either.
    return rest.some((text) => text === undefined || text === "install" || text === "uninstall");
  });
}

const ownProgram = /(?:^|\/)(?:skillwright|skw)(?:\.mjs|@[\w.-]*)?$/;

/** Whether a text for another program contains such a command. */
export function mentionsOwnChange(text: string): boolean {
  return /\b(?:skillwright|skw)(?:\.mjs|@[\w.-]{1,50})?\s{1,9}(?:trust\b|guard\s[^;&|\n]{0,200}?\b(?:un)?install\b)/.test(
    text.replaceAll(/["',[\]]+/g, " "),
  );
}

const packageManagers = words("brew bun bunx npm npx pnpm volta yarn");

function changesPackage(all: Texts): boolean {
  if (!all.some((text) => /^skillwright(?:@.*)?$/.test(text ?? ""))) return false;
  const has = (pattern: RegExp): boolean => all.some((text) => pattern.test(text ?? ""));
  return (
    has(/^(?:un|uninstall|unlink|remove|rm|r)$/) ||
    (has(/^(?:-g|--global|global)$/) && !has(/^(?:ls|list|view|outdated)$/))
  );
}

const agents = words("claude codex copilot cursor-agent gemini opencode qwen");

/** An agent's commands for its settings and hooks, and options that set hooks for another conversation. */
function changesHooks([, ...all]: Texts): boolean {
  const [verb, action] = all.filter((text) => text?.startsWith("-") !== true);
  if (/^(?:config|features|hooks)$/.test(verb ?? "")) return !/^(?:get|list|ls|show)$/.test(action ?? "");
  return all.some(
    (text, index) =>
      /hook/i.test(text ?? "") &&
      /^(?:-c|--config|--settings|--disable|--set)(?:=|$)/.test(
        text?.startsWith("-") ? text : (all[index - 1] ?? ""),
      ),
  );
}
