import { carriedFrom } from "../../place-labels.ts";
import { addressOf, isSentTo } from "./address.ts";
import { elementOf } from "./elements.ts";
import { labelsOfCall } from "./labels-of-call.ts";
import { argument, type Call, type Effect, type Machine, optionOf } from "./machine.ts";
import { actionAt, evaluateText, runCommand } from "./run-command.ts";
import {
  joinLabels,
  type Labels,
  labeled,
  labelsOf,
  noLabels,
  showHoles,
  textOf,
  type Value,
  withLabels,
} from "./value.ts";

type Known = { readonly effect: Effect; readonly name: string };

/** What a known function does and returns. */
export function perform(machine: Machine, { effect, name }: Known, call: Call): Value {
  const acted = act(machine, { effect, name }, call);
  let result = acted ?? { name: effect.returns ?? `${name}()`, labels: noLabels };
  if (!acted && !effect.drops) result = withLabels(result, labelsOfCall(call));
  if (effect.returns) result = { ...result, name: effect.returns };
  // A library that empties a store for its caller reads it.
  if (effect.gives === "credentials" && effect.from !== undefined && storeOf.test(effect.from))
    machine.log.add({ ...actionAt(machine, call), kind: "read", path: effect.from, carries: noLabels });
  return effect.gives ? labeled(result, effect.gives, effect.from ?? name) : result;
}

const storeOf = /^[~.]/;

function act(machine: Machine, known: Known, call: Call): Value | undefined {
  const { effect, name } = known;
  if (effect.connect) return connect(machine, known, call);
  if (effect.run) return runCommand(machine, effect.run, { call, name, command: argument(call, effect.at) });
  if (effect.evaluate) {
    evaluateText(machine, effect.evaluate, { call, code: argument(call, effect.at) });
    return undefined;
  }
  if (effect.read && (effect.write || effect.remove)) return undefined;
  if (effect.read) return readFile(machine, known, call);
  if (effect.write || effect.remove) return writeFile(machine, known, call);
  return undefined;
}

const bodies = ["data", "json", "files", "body", "content"];

function connect(machine: Machine, { effect, name }: Known, call: Call): Value {
  const target = argument(call, effect.at);
  const address = addressOf(call, target);
  const method = optionOf(call, "method")?.constant;
  const isPosted = typeof method === "string" && /^(?:post|put|patch)$/i.test(method);
  const isSent = isPosted || isSentTo(target) || bodies.some((key) => optionOf(call, key) !== undefined);
  const direction = effect.connect === "fetch" && isSent ? "send" : (effect.connect ?? "fetch");
  const carries = labelsOfCall(call).filter(({ label, from }) => label !== "remote" || from !== address);
  machine.log.add({ ...actionAt(machine, call), kind: "connect", address, direction, carries });
  const labels: Labels = [{ label: "remote", from: address ?? name }];
  const { self } = call;
  if (self && target && isOwn(self)) self.target ??= target;
  if (self && /^(?:socket|net|tls|websocket|ssl)\b.*\)$/.test(self.name ?? ""))
    self.labels = joinLabels(self.labels, labels);
  return { name: effect.returns ?? `${name}()`, target: target ?? self?.target, labels };
}

/** What a call returned belongs to this program; a library is shared by all of it. */
export function isOwn({ name }: Value): boolean {
  return name?.endsWith(")") ?? false;
}

function readFile(machine: Machine, { effect, name }: Known, call: Call): Value {
  const target = argument(call, effect.at);
  const path = target && textOf(target);
  const shown = path === undefined ? "" : showHoles(path);
  const carried = target ? labelsOf(target) : noLabels;
  if (path !== undefined || carried.length > 0)
    machine.log.add({ ...actionAt(machine, call), kind: "read", path: shown, carries: carried });
  const written = path === undefined ? undefined : machine.files.get(path);
  const labels = joinLabels(carried, dataOf(shown));
  const content = written && !effect.returns?.endsWith("()") ? written : undefined;
  const handle = { name: effect.returns ?? `${name}()`, target, labels: noLabels };
  return withLabels(content ?? handle, joinLabels(labels, written ? labelsOf(written) : noLabels));
}

/** One file of a program's own in the home folder is no personal data. */
function dataOf(path: string): Labels {
  const isOwn = /^~\/\./.test(path) && !/\*|history/i.test(path);
  return carriedFrom(path).filter(({ label }) => label !== "personal-files" || !isOwn);
}

function writeFile(machine: Machine, { effect }: Known, call: Call): Value | undefined {
  const target = argument(call, effect.at);
  const place = target?.target ?? target;
  const path = place && textOf(place);
  if (path === undefined) return undefined;
  const content = effect.content ? argument(call, effect.content) : undefined;
  const text = content && textOf(content);
  const labels = joinLabels(
    content ? labelsOf(content) : noLabels,
    labelsOf(place ?? elementOf(call.frame.result ?? { labels: noLabels })),
  );
  machine.log.add({
    ...actionAt(machine, call),
    kind: effect.remove ? "delete" : "write",
    path: showHoles(path),
    content: text === undefined ? undefined : showHoles(text),
    carries: labels,
  });
  if (content && effect.write) noteWritten(machine, path, content);
  return undefined;
}

/** Later reading of the file gives this; several parts have the labels of all. */
export function noteWritten(machine: Machine, path: string, content: Value): void {
  const before = machine.files.get(path);
  machine.files.set(path, before ? { labels: joinLabels(labelsOf(before), labelsOf(content)) } : content);
}
