import { cutEnd } from "../../../text/cut-end.ts";
import type { Carried } from "../../evidence.ts";
import { carriedFrom } from "../../place-labels.ts";
import type { Command, Effect, Shell } from "../shell.ts";
import { allCarries, concat, constant, empty, mergeCarries, unknown, type Value } from "../value.ts";
import { dataOf, hasOption, optionValue, parseArguments } from "./arguments.ts";

/** Programs that copy, create, change and remove files. */
export const filePrograms: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ["cp", copy],
  ["mv", copy],
  ["install", copy],
  ["ln", copy],
  ["ditto", copy],
  ["rm", remove],
  ["unlink", remove],
  ["shred", remove],
  ["srm", remove],
  ["rmdir", remove],
  ["truncate", remove],
  ["dd", dd],
  ["tar", tar],
  ["bsdtar", tar],
  ["unzip", unzip],
  ["zip", zip],
  ["7z", zip],
  ["rar", zip],
  ["crontab", crontab],
  [
    "patch",
    (command, shell) => {
      const file = parseArguments(command.args, { letters: "pidDo" }).operands[0];
      if (file) shell.writeFile(file, unknown("", command.received), true);
      return empty;
    },
  ],
  ["find", find],
  ["fd", find],
  ["locate", (_command, _shell) => unknown("", [{ label: "personal-files", from: "locate" }])],
  ["mdfind", (_command, _shell) => unknown("", [{ label: "personal-files", from: "mdfind" }])],
  ["ls", list],
  ["tree", list],
  ["git", git],
]);

function copy(command: Command, shell: Shell): Value {
  const parsed = parseArguments(command.args, { letters: "tmogS", long: ["--target-directory", "--mode"] });
  const target = optionValue(parsed, "-t", "--target-directory") ?? parsed.operands.at(-1);
  const sources = optionValue(parsed, "-t") ? parsed.operands : parsed.operands.slice(0, -1);
  if (!target) return empty;
  for (const source of sources) {
    const content = shell.readFile(source);
    const name = source.text.slice(source.text.lastIndexOf("/") + 1);
    const isFolder = target.text.endsWith("/") || target.text === "." || sources.length > 1;
    const path = isFolder ? { ...target, text: `${target.text.replace(/\/$/, "")}/${name}` } : target;
    shell.writeFile(path, content);
    if (command.program === "mv")
      shell.report({ kind: "delete", path: source.text, carries: source.carries });
  }
  return empty;
}

function remove(command: Command, shell: Shell): Value {
  const { operands } = parseArguments(command.args, command.program === "rm" ? {} : { letters: "ns" });
  for (const path of operands) shell.report({ kind: "delete", path: path.text, carries: path.carries });
  return empty;
}

function dd(command: Command, shell: Shell): Value {
  const named = (name: string): Value | undefined => {
    const word = command.args.find(({ text }) => text.startsWith(`${name}=`));
    return word && { ...word, text: word.text.slice(name.length + 1) };
  };
  const [from, to] = [named("if"), named("of")];
  const data = dataOf(from ? [from] : [], command, shell);
  if (!to) return data;
  shell.writeFile(to, data);
  return empty;
}

/** An archive of files carries their labels; an extracted one was remote if it was downloaded. */
function tar(command: Command, shell: Shell): Value {
  const [first, ...rest] = command.args;
  const args =
    first && /^[a-zA-Z]{2,8}$/.test(first.text)
      ? [{ ...first, text: `-${first.text}` }, ...rest]
      : command.args;
  const parsed = parseArguments(args, { letters: "fCTX", long: ["--file", "--directory", "--exclude"] });
  const archive = optionValue(parsed, "-f", "--file");
  const folder = optionValue(parsed, "-C", "--directory");
  const isStream = !archive || archive.text === "-" || archive.text === "/dev/stdout";
  if (hasOption(parsed, "-c", "--create")) {
    const files = parsed.operands.map((file) =>
      folder && !/^[~/$]/.test(file.text) ? concat(concat(folder, constant("/")), file) : file,
    );
    const content = unknown("", allCarries(files.map((file) => shell.readFile(file))));
    if (isStream || !archive) return content;
    shell.writeFile(archive, content);
    return empty;
  }
  const content = isStream || !archive ? (command.input?.value ?? empty) : shell.readFile(archive);
  if (hasOption(parsed, "-x", "--extract") && content.carries.length > 0)
    shell.writeFile(folder ? concat(folder, constant("/*")) : constant("./*"), unknown("", content.carries));
  return unknown("", content.carries);
}

/** Files from an archive are as remote as the archive. */
function unzip(command: Command, shell: Shell): Value {
  const parsed = parseArguments(command.args, { letters: "dxP" });
  const [archive] = parsed.operands;
  if (!archive) return empty;
  const content = shell.readFile(archive);
  const folder = optionValue(parsed, "-d");
  const target = folder ? { ...folder, text: `${folder.text.replace(/\/$/, "")}/*` } : constant("./*");
  if (content.carries.length > 0) shell.writeFile(target, unknown("", content.carries));
  return unknown("", content.carries);
}

function zip(command: Command, shell: Shell): Value {
  const { operands } = parseArguments(command.args, { letters: "Pxib" });
  const isVerb = command.program !== "zip";
  const [archive, ...files] = isVerb ? operands.slice(1) : operands;
  if (isVerb && operands[0]?.text !== "a") return empty;
  const content = unknown(
    "",
    mergeCarries(command.received, allCarries(files.map((file) => shell.readFile(file)))),
  );
  if (!archive || archive.text === "-") return content;
  shell.writeFile(archive, content);
  return empty;
}

/** `crontab FILE` and `crontab -` replace the user's table. */
function crontab(command: Command, shell: Shell): Value {
  const { operands, options } = parseArguments(command.args, { letters: "u" });
  if (options.some(({ name }) => name === "-l")) return unknown("");
  if (options.some(({ name }) => name === "-r")) {
    shell.report({ kind: "delete", path: "crontab", carries: [] });
    return empty;
  }
  shell.writeFile(constant("crontab"), dataOf(operands, command, shell));
  return empty;
}

const maxCommands = 8;

/** What the names that a search of the home folder or of the whole machine looks for stand for. */
function carriedByNames(args: readonly Value[], root: string): readonly Carried[] {
  if (!/^(?:\/|~|\/home|\/Users|\/root|\$HOME)(?:\/|$)/.test(root)) return [];
  return args
    .flatMap(({ text }, index) =>
      /^-i?name$/.test(args[index - 1]?.text ?? "") ? carriedFrom(`~/${cutEnd(text, /\*/)}`).slice(0, 1) : [],
    )
    .filter(({ label }) => label === "credentials");
}

function find(command: Command, shell: Shell): Value {
  const { args } = command;
  const start = args.findIndex(({ text }) => /^[-(!]/.test(text));
  const roots = args.slice(0, start === -1 ? args.length : start);
  const pattern = args[args.findIndex(({ text }) => /^-i?(?:name|path|wholename)$/.test(text)) + 1];
  const root = roots[0]?.text ?? ".";
  const isNamed = pattern && args.indexOf(pattern) > 0;
  const path = isNamed ? `${root.replace(/\/$/, "")}/${pattern.text}` : root;
  const carries = mergeCarries(allCarries(roots), [
    ...new Map(
      roots
        .flatMap(({ text }) => carriedFrom(text))
        .concat(carriedFrom(path), carriedByNames(args, root))
        .map((c) => [c.label, c]),
    ).values(),
  ]);
  for (let at = 0, count = 0; at < args.length && count < maxCommands; at++) {
    const option = args[at]?.text ?? "";
    if (option === "-delete") shell.report({ kind: "delete", path, carries });
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(option)) continue;
    count++;
    const end = args.findIndex(({ text }, index) => index > at && (text === ";" || text === "+"));
    const words = args.slice(at + 1, end === -1 ? args.length : end);
    shell.runWords(
      words.map((word) =>
        word.text.includes("{}")
          ? {
              ...word,
              text: word.text.replaceAll("{}", path.slice(0, 500)),
              carries: mergeCarries(word.carries, carries),
            }
          : word,
      ),
    );
    if (end !== -1) at = end;
  }
  return unknown("", carries);
}

/** Names of files are less than their content, but tell where it is. */
function list(command: Command): Value {
  const { operands } = parseArguments(command.args, { letters: "IL" });
  return unknown(
    "",
    allCarries(
      operands.map(({ text }) => ({
        ...unknown(text),
        carries: carriedFrom(text).filter(({ label }) => label === "personal-files"),
      })),
    ),
  );
}

/** Setting hooks, cloning and pushing; other commands only run. */
function git(command: Command, shell: Shell): Value | undefined {
  const parsed = parseArguments(command.args, {
    letters: "Ccb",
    long: ["--branch", "--depth", "--git-dir", "--work-tree"],
  });
  const [verb, first, second] = parsed.operands;
  const isRemote = (word: Value | undefined): word is Value =>
    word !== undefined && /^(?:[\w+]{2,10}:\/\/|[\w.-]{1,64}@[\w.-]{1,200}:)/.test(word.text);
  if (verb?.text === "clone" && first) {
    shell.report({ kind: "connect", address: first.text, direction: "fetch", carries: first.carries });
    const folder = second ?? {
      ...first,
      text:
        first.text
          .replace(/\.git$/, "")
          .replace(/\/$/, "")
          .split("/")
          .at(-1) ?? "",
    };
    shell.writeFile(concat(folder, constant("/*")), unknown("", [{ label: "remote", from: first.text }]));
    return empty;
  }
  if (verb?.text === "push") {
    const carries = mergeCarries(allCarries(command.args), shell.written(".git/index")?.carries ?? []);
    if (isRemote(first)) shell.report({ kind: "connect", address: first.text, direction: "send", carries });
    return empty;
  }
  if (verb?.text === "add" && first) {
    const carries = allCarries(parsed.operands.slice(1).map((file) => shell.readFile(file)));
    if (carries.length > 0) shell.writeFile(constant(".git/index"), unknown("", carries), true);
    return empty;
  }
  if (verb?.text === "config" && /^core\.hookspath$/i.test(first?.text ?? "")) {
    const scope = hasOption(parsed, "--global", "--system") ? "~/.gitconfig" : ".git/config";
    shell.writeFile(constant(scope), concat(constant("core.hooksPath = "), second ?? empty), true);
    return empty;
  }
  return undefined;
}
