import { argument, type Fold } from "../flow/machine.ts";
import { perform } from "../flow/perform.ts";
import { actionAt, evaluateText } from "../flow/run-command.ts";
import { constant, joinLabels, labeled, labelsOf, listOf, noLabels, textOf } from "../flow/value.ts";

/** The data of a file, also for callbacks. */
export const readFileData: Fold = (call, machine) => {
  const path = argument(call, [0]);
  if (path === undefined) return undefined;
  const data = perform(
    machine,
    { effect: { read: true }, name: "fs.readFile" },
    { ...call, self: undefined, args: [path] },
  );
  const callback = call.args.at(-1);
  if (callback?.code)
    machine.call(callback, { ...call, self: undefined, args: [constant(null), data], named: new Map() });
  return data;
};

/** Names in a folder; those in the home folder are the user's files. */
export const listFolder: Fold = (call, machine) => {
  const [folder] = call.args;
  const text = folder && textOf(folder);
  if (folder === undefined || text === undefined) return undefined;
  const isHome = /^(?:~|\/|\/home|\/Users)(?:\/\*{0,2}){0,4}$/.test(text.slice(0, 100));
  const entry = text.includes("*") ? folder : constant("*", labelsOf(folder));
  const names = listOf([isHome ? labeled(entry, "personal-files", text) : entry]);
  const callback = call.args.at(-1);
  if (callback?.code)
    machine.call(callback, { ...call, self: undefined, args: [constant(null), names], named: new Map() });
  return names;
};

export const appendFile: Fold = (call, machine) =>
  perform(machine, { effect: { write: true, content: [1], drops: true }, name: "fs.appendFile" }, call);

export const openWriter: Fold = (call, machine) => {
  const [path] = call.args;
  if (path === undefined) return undefined;
  perform(machine, { effect: { write: true }, name: "fs.createWriteStream" }, call);
  return { name: "fs.createWriteStream()", target: path, labels: noLabels };
};

/** What a file that is open for writing gets. */
export const writeStream: Fold = (call, machine) => {
  if (call.self?.target === undefined) return undefined;
  const effect = { write: true, at: ["this"], content: [0], drops: true } as const;
  perform(machine, { effect, name: "write" }, { ...call, self: call.self.target });
  return { labels: noLabels };
};

/** Reads one file and writes another. */
export const copyFile: Fold = (call, machine) => {
  const [from, to] = call.args;
  if (from === undefined || to === undefined) return undefined;
  const data = perform(machine, { effect: { read: true }, name: "copy" }, { ...call, args: [from] });
  const content = { labels: labelsOf(data) };
  perform(machine, { effect: { write: true, content: [1] }, name: "copy" }, { ...call, args: [to, content] });
  return { labels: noLabels };
};

/** One stream into another: a file, a connection, or the input of a program. */
export const pipe: Fold = (call, machine) => {
  const { self, args } = call;
  const [to] = args;
  if (self === undefined || to === undefined) return undefined;
  const labels = labelsOf(self);
  const name = to.name ?? "";
  if (name.startsWith("fs.createWriteStream"))
    writeStream({ ...call, self: to, args: [{ labels }] }, machine);
  else if (/^(?:child_process|execa|node-pty|cross-spawn|Bun|Deno)\b/.test(name))
    machine.log.add({
      ...actionAt(machine, call),
      kind: "evaluate",
      means: "a program's input",
      carries: labels,
    });
  else if (/^(?:https?|net|tls|WebSocket|ws)\b/.test(name))
    perform(
      machine,
      { effect: { connect: "send", at: ["address"] }, name: "pipe" },
      { ...call, self: to, args: [{ labels }] },
    );
  return { ...to, labels: joinLabels(to.labels, labels) };
};

/** A timer runs a function, or a text as code. */
export const timer: Fold = (call, machine) => {
  const [code] = call.args;
  if (code?.code) return undefined;
  if (code && (textOf(code) !== undefined || labelsOf(code).length > 0))
    evaluateText(machine, "timer", { call, code });
  return { labels: noLabels };
};
