import { argument, type Call, type Fold, type Machine } from "../flow/machine.ts";
import { joinPaths } from "../flow/operate.ts";
import { noteWritten, perform } from "../flow/perform.ts";
import { actionAt } from "../flow/run-command.ts";
import {
  constant,
  hole,
  joinLabels,
  labeled,
  labelsOf,
  listOf,
  noLabels,
  showHoles,
  textOf,
  type Value,
  withLabels,
} from "../flow/value.ts";

const modeOf = (call: Call, at: number): string => {
  const mode = call.named.get("mode") ?? call.args[at];
  return (mode && textOf(mode)) ?? "r";
};

/** `open` for reading gives the file's data; for writing it notes what is written. */
export const openFile: Fold = (call, machine) => {
  const isOfPath =
    call.self !== undefined && /Path\b/.test(call.self.name ?? "") && call.self.constant !== undefined;
  const path = isOfPath ? call.self : argument(call, [0, "file"]);
  if (path === undefined) return undefined;
  const mode = modeOf(call, isOfPath ? 0 : 1);
  const at: Call = { ...call, args: [path] };
  const isWriting = /[wax+]/.test(mode);
  if (isWriting) {
    perform(machine, { effect: { write: true, at: [0] }, name: "open" }, at);
    return { name: "open()", target: path, labels: noLabels };
  }
  const read = perform(machine, { effect: { read: true, at: [0], returns: "open()" }, name: "open" }, at);
  return { ...read, target: path };
};

/** What a file that is open for writing gets. */
export const writeOpen: Fold = (call, machine) => {
  const { self, args } = call;
  const path = self?.target;
  if (path === undefined) return undefined;
  perform(
    machine,
    { effect: { write: true, at: ["this"], content: [0] }, name: "write" },
    { ...call, self: path, args },
  );
  return { labels: noLabels };
};

/** `json.dump(data, file)`. */
export const dump: Fold = (call, machine) => {
  const [data, file] = call.args;
  const path = file?.target;
  if (data === undefined || path === undefined) return { labels: noLabels };
  const labels = labelsOf(data);
  return writeOpen({ ...call, self: file, args: [{ labels }] }, machine);
};

/** What reading an open file gives: its content where the program wrote it, and its labels. */
export const readOpen: Fold = ({ self }, machine) => {
  const path = self?.target && textOf(self.target);
  if (self === undefined || path === undefined) return undefined;
  const written = machine.files.get(path);
  return written
    ? withLabels(written, self.labels)
    : { name: `${self.name ?? ""}.read()`, labels: labelsOf(self) };
};

const homes = /^(?:~|\/|\/home|\/Users|[A-Z]:[\\/]?)$/i;
const homeFolders = /^(?:Documents|Desktop|Downloads|Pictures|\*\*?|\*\.\w{1,8})$/;

/** The home folder, what people keep in it, or all of the machine. */
function isHome(path: string): boolean {
  if (homes.test(path)) return true;
  const [first = "", ...rest] = path.slice(0, 200).split(/[\\/]/);
  return homes.test(first) && rest.every((part) => part === "" || homeFolders.test(part));
}

/** Paths below a folder; below the home folder they are the user's files. */
function entriesOf(folder: Value, pattern: string): Value {
  const path = joinPaths([folder, constant(pattern)]);
  const text = textOf(folder);
  const below = { ...path, name: folder.name };
  return text !== undefined && isHome(showHoles(text))
    ? labeled(below, "personal-files", showHoles(text))
    : below;
}

export const listFolder: Fold = (call) => {
  const isMethod = /Path\b/.test(call.self?.name ?? "") || call.self?.constant !== undefined;
  if (isMethod && call.self) {
    const [pattern] = call.args;
    return listOf([entriesOf(call.self, (pattern && textOf(pattern)) ?? "*")]);
  }
  const [given] = call.args;
  const text = given && textOf(given);
  if (given === undefined || text === undefined) return undefined;
  // Names from `os.listdir` are joined to the folder later; a pattern of `glob` is a path.
  if (text.includes("*") && isHome(showHoles(text)))
    return listOf([labeled(given, "personal-files", showHoles(text))]);
  return text.includes("*")
    ? listOf([entriesOf({ ...given, constant: "" }, text)])
    : listOf([constant("*", labelsOfFolder(given))]);
};

function labelsOfFolder(folder: Value): Value["labels"] {
  const text = textOf(folder);
  return text !== undefined && isHome(showHoles(text))
    ? joinLabels(labelsOf(folder), [{ label: "personal-files", from: showHoles(text) }])
    : labelsOf(folder);
}

export const walkFolder: Fold = ({ args }) => {
  const [folder] = args;
  if (folder === undefined || textOf(folder) === undefined) return undefined;
  const below = entriesOf(folder, "**");
  const labels = labelsOf(below);
  return listOf([listOf([below, listOf([constant("*", labels)]), listOf([constant("*", labels)])])]);
};

/** Reads one file and writes another. */
export function copyFile(means: "copy" | "download"): Fold {
  return (call, machine) => {
    const [from, to] = [argument(call, [0, "src", "url"]), argument(call, [1, "dst", "filename"])];
    if (from === undefined) return undefined;
    const at: Call = { ...call, args: [from] };
    const effect = means === "copy" ? ({ read: true } as const) : ({ connect: "fetch" } as const);
    const data = perform(machine, { effect, name: means }, at);
    const content = { labels: labelsOf(data) };
    if (to)
      perform(
        machine,
        { effect: { write: true, content: [1] }, name: means },
        { ...call, args: [to, content] },
      );
    return to ?? content;
  };
}

/** `shutil.make_archive(name, format, folder)`. */
export const packFile: Fold = (call, machine) => {
  const [name, format] = call.args;
  const folder = argument(call, [2, "root_dir"]);
  if (name === undefined) return undefined;
  const data =
    folder && perform(machine, { effect: { read: true }, name: "make_archive" }, { ...call, args: [folder] });
  const content = { labels: data ? labelsOf(data) : noLabels };
  const path = {
    ...name,
    constant: `${textOf(name) ?? hole("name")}.${(format && textOf(format)) ?? "zip"}`,
  };
  perform(
    machine,
    { effect: { write: true, content: [1] }, name: "make_archive" },
    { ...call, args: [path, content] },
  );
  return path;
};

/** Puts a file into an archive that is open. */
export const addToArchive: Fold = (call, machine) => {
  const [file] = call.args;
  const path = call.self?.target && textOf(call.self.target);
  if (file === undefined) return undefined;
  const data = perform(machine, { effect: { read: true }, name: "archive" }, { ...call, args: [file] });
  if (path !== undefined) noteWritten(machine, path, { labels: labelsOf(data) });
  return { labels: noLabels };
};

export const buildRequest: Fold = (call) => {
  const url = argument(call, [0, "url"]);
  const body = argument(call, [1, "data"]);
  const others = [...call.args.slice(1), ...call.named.values()].map(labelsOf);
  const fields = new Map<string, Value>(url ? [["url", url]] : []);
  if (body && body.constant !== null) fields.set("#body", body);
  const method = call.named.get("method")?.constant;
  if (typeof method === "string" && /^(?:POST|PUT|PATCH)$/.test(method))
    fields.set("#body", body ?? constant(""));
  return { name: "urllib.request.Request()", fields, labels: others.reduce(joinLabels, noLabels) };
};

/** `os.chmod(path, 0o4755)` as the command of this name, which rules know. */
export const changeMode: Fold = (call, machine) => {
  const [path, mode] = call.args;
  const shown = path && textOf(path);
  if (shown === undefined || typeof mode?.constant !== "number") return { labels: noLabels };
  const words = [mode.constant.toString(8), showHoles(shown)];
  const text = `chmod ${words.join(" ")}`;
  machine.log.add({
    ...actionAt(machine, call),
    kind: "run",
    program: "chmod",
    words,
    wrappers: [],
    text,
    carries: [],
  });
  return { labels: noLabels };
};

/** Standard input or output that is moved to a connection. */
export const moveInput: Fold = (call, machine: Machine) => {
  const [from] = call.args;
  const remote = from ? labelsOf(from).filter(({ label }) => label === "remote") : [];
  machine.standardInput = joinLabels(machine.standardInput, remote);
  return { labels: noLabels };
};
