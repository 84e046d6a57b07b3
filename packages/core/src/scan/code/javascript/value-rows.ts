import { elementsOf, sliceOf } from "../flow/elements.ts";
import {
  bytesToText,
  decodeBase64,
  decodeHex,
  decodePercent,
  inflate,
  textToBytes,
} from "../flow/encodings.ts";
import {
  append,
  decoding,
  extend,
  fromCodes,
  joinElements,
  onText,
  reverseOf,
  same,
  splitText,
} from "../flow/folds.ts";
import type { Fold } from "../flow/machine.ts";
import { concatenate, joinPaths } from "../flow/operate.ts";
import { perform } from "../flow/perform.ts";
import type { Rows } from "../flow/table.ts";
import {
  bytes,
  constant,
  joinLabels,
  labelsOf,
  listOf,
  named,
  noLabels,
  textOf,
  unknown,
  type Value,
  wholeText,
  withLabels,
} from "../flow/value.ts";

/** Hosts of packages by name and version, which pages load their libraries from. */
const packageHosts =
  /^https:\/\/(?:cdn\.jsdelivr\.net|esm\.(?:sh|run)|unpkg\.com|cdn\.skypack\.dev|jsr\.io|cdnjs\.cloudflare\.com)\//;

const require: Fold = (call, machine) => {
  const [given] = call.args;
  const name = given && wholeText(given);
  if (name === undefined) return given && { name: "module", labels: labelsOf(given) };
  if (!/^https?:\/\//.test(name) || packageHosts.test(name))
    return named(machine.table.canonicalName(name), given?.labels);
  // A dynamic import of an address runs what it gives.
  const code: Value = { labels: [{ label: "remote", from: name }] };
  return perform(machine, { effect: { evaluate: "import" }, name: "import" }, { ...call, args: [code] });
};

const buffer: Fold = (call, machine) => {
  const [given, encoding] = call.args;
  const kind = ((encoding && wholeText(encoding)) ?? "utf8").toLowerCase();
  if (given?.items) {
    const text = fromCodes(given.items, labelsOf(given));
    return text && { ...text, isBytes: true };
  }
  if (kind === "hex") return decoding("hex", decodeHex)(call, machine);
  if (kind.startsWith("base64")) return decoding("base64", decodeBase64)(call, machine);
  const text = given && wholeText(given);
  return text === undefined ? given : bytes(textToBytes(text), given?.labels);
};

const toStringMethod: Fold = (call) => {
  const { self, args } = call;
  if (self?.isBytes !== true)
    return self?.constant === undefined ? undefined : constant(String(self.constant), self.labels);
  const kind = args[0] && wholeText(args[0]);
  if (kind === undefined || /^utf/.test(kind))
    return constant(bytesToText(String(self.constant)), self.labels);
  return { labels: self.labels };
};

const decodeText: Fold = ({ args: [given] }) => {
  const text = given && wholeText(given);
  if (given?.items) return fromCodes(given.items, labelsOf(given));
  return text === undefined ? undefined : constant(bytesToText(text), given?.labels);
};

const mapAll: Fold = (call, machine) => {
  const { self, args } = call;
  const elements = self && elementsOf(self);
  const [mapper] = args;
  if (mapper === undefined || elements === undefined || elements.length > 4096) return undefined;
  return listOf(
    elements.map((element, at) =>
      machine.call(mapper, {
        ...call,
        self: mapper.self,
        named: new Map(),
        args: [element, constant(at), self ?? unknown],
      }),
    ),
    self?.labels,
  );
};

const filter: Fold = (call, machine) => {
  mapAll(call, machine);
  return call.self;
};

const reduce: Fold = (call, machine) => {
  const { self, args } = call;
  const elements = self && elementsOf(self);
  const [reducer, start] = args;
  if (reducer === undefined || elements === undefined || elements.length > 4096) return undefined;
  const [first = unknown, ...rest] = start ? [start, ...elements] : elements;
  return rest.reduce(
    (total, element, at) =>
      machine.call(reducer, {
        ...call,
        self: reducer.self,
        named: new Map(),
        args: [total, element, constant(at)],
      }),
    first,
  );
};

/** `promise.then(callback)`: the callback gets what the promise holds. */
const then: Fold = (call, machine) => {
  const { self, args } = call;
  const [callback] = args;
  if (callback === undefined) return self;
  return machine.call(callback, { ...call, self: callback.self, named: new Map(), args: [self ?? unknown] });
};

/** `new Promise((resolve) => …)` holds what is resolved. */
const promise: Fold = (call, machine) => {
  const [executor] = call.args;
  if (executor === undefined) return undefined;
  const slot: Value = { fields: new Map(), labels: noLabels };
  const resolve: Value = { name: "Promise.resolver", self: slot, labels: noLabels };
  machine.call(executor, { ...call, self: executor.self, named: new Map(), args: [resolve, unknown] });
  return slot.fields?.get("value") ?? { labels: labelsOf(slot) };
};

/** Event handlers get what their object holds. */
const on: Fold = (call, machine) => {
  const { self, args } = call;
  const handler = args.at(-1);
  if (handler?.code === undefined) return self;
  const data = { labels: self ? labelsOf(self) : noLabels };
  const handle = (): Value =>
    machine.call(handler, { ...call, self: handler.self, named: new Map(), args: [data, data] });
  handle();
  machine.later.push(handle);
  return self;
};

const replace: Fold = (call, machine) => {
  const [from, to] = call.args.map((one) => wholeText(one));
  if (from === undefined || to === undefined || from === "" || to.length > 1000) return undefined;
  return onText((text) => text.replaceAll(from, to), ["this"])(call, machine);
};

const slice: Fold = ({ self, args }) => {
  const bounds = args.map(({ constant: one }) => (typeof one === "number" ? one : undefined));
  return self && args.every(({ constant: one }) => typeof one === "number")
    ? sliceOf(self, bounds)
    : undefined;
};

const charAt: Fold = ({ self, args: [index] }) => {
  const text = self && wholeText(self);
  const at = index === undefined ? 0 : index.constant;
  return text === undefined || typeof at !== "number" ? undefined : constant(text[at] ?? "", self?.labels);
};

const charCodeAt: Fold = ({ self, args: [index] }) => {
  const text = self && wholeText(self);
  const at = index === undefined ? 0 : index.constant;
  return text === undefined || typeof at !== "number"
    ? undefined
    : constant(text.charCodeAt(at), self?.labels);
};

const parseInteger: Fold = ({ args: [given, radix] }) => {
  const text =
    given && (wholeText(given) ?? (typeof given.constant === "number" ? String(given.constant) : undefined));
  if (text === undefined || text.length > 64) return undefined;
  const number = Number.parseInt(text, typeof radix?.constant === "number" ? radix.constant : 10);
  return Number.isNaN(number) ? undefined : constant(number, given?.labels);
};

const entries =
  (part: "keys" | "values" | "entries"): Fold =>
  ({ args: [given] }) => {
    if (given?.fields === undefined) return undefined;
    const all = [...given.fields];
    if (part === "keys")
      return listOf(
        all.map(([key]) => constant(key)),
        given.labels,
      );
    if (part === "values")
      return listOf(
        all.map(([, value]) => value),
        given.labels,
      );
    return listOf(
      all.map(([key, value]) => listOf([constant(key), value])),
      given.labels,
    );
  };

const assignAll: Fold = ({ args }) => {
  const fields = new Map(args.flatMap((one) => [...(one.fields ?? [])]));
  return { fields, labels: args.map(({ labels }) => labels).reduce(joinLabels, noLabels) };
};

const callMethod: Fold = (call, machine) => {
  const { self, args } = call;
  return self && machine.call(self, { ...call, self: args[0], args: args.slice(1) });
};

const applyMethod: Fold = (call, machine) => {
  const { self, args } = call;
  const given = args[1] && elementsOf(args[1]);
  return self && machine.call(self, { ...call, self: self.self, args: given ?? args.slice(1) });
};

const join: Fold = (call, machine) =>
  call.self && joinElements(machine, call.self, call.args[0] ?? constant(","));

/** Functions that compute with values; what is not constant carries what its arguments carry. */
export const valueRows: Rows = [
  ["require require.resolve", { fold: require }],
  ["module.createRequire", { returns: "require", drops: true }],
  [
    "util.promisify util.callbackify Promise.resolve Object.freeze structuredClone String.raw",
    { fold: same() },
  ],
  ["Promise", { fold: promise }],
  [
    "Promise.resolver",
    {
      fold: ({ self, args: [value = unknown] }) => {
        self?.fields?.set("value", value);
        return value;
      },
    },
  ],
  ["Promise: all allSettled race any", { fold: same() }],
  ["Buffer.from Buffer Buffer.Buffer.from buffer.Buffer.from", { fold: buffer }],
  ["Uint8Array.from Uint8Array", { fold: buffer }],
  ["atob window.atob", { fold: decoding("base64", decodeBase64) }],
  ["unescape decodeURIComponent decodeURI", { fold: decoding("percent encoding", decodePercent) }],
  [
    "String: fromCharCode fromCodePoint",
    { fold: ({ args }) => fromCodes(args, args.map(labelsOf).reduce(joinLabels, noLabels)) },
  ],
  ["zlib: gunzipSync inflateSync inflateRawSync unzipSync", { fold: decoding("compressed data", inflate) }],
  [
    "zlib: brotliDecompressSync : crypto.createDecipheriv().update crypto.createDecipheriv().final",
    { gives: "decoded", from: "decryption" },
  ],
  ["path: join resolve normalize", { fold: ({ args }) => joinPaths(args) }],
  ["path.basename", { fold: onText((text) => text.slice(text.lastIndexOf("/") + 1)) }],
  [
    "path.dirname",
    { fold: onText((text) => (text.includes("/") ? text.slice(0, text.lastIndexOf("/")) : undefined)) },
  ],
  ["parseInt Number Number.parseInt", { fold: parseInteger }],
  [
    "String",
    {
      fold: ({ args: [given] }) =>
        given?.constant === undefined ? undefined : constant(String(given.constant), given.labels),
    },
  ],
  [
    "Array.from",
    {
      fold: (call, machine) =>
        call.args[1]
          ? mapAll({ ...call, self: call.args[0], args: call.args.slice(1) }, machine)
          : call.args[0] && toList(call.args[0]),
    },
  ],
  ["Object.keys", { fold: entries("keys") }],
  ["Object.values", { fold: entries("values") }],
  ["Object.entries", { fold: entries("entries") }],
  ["Object.assign", { fold: assignAll }],
  [
    "Reflect.apply",
    {
      fold: (call, machine) =>
        call.args[0] &&
        machine.call(call.args[0], { ...call, self: call.args[1], args: call.args[2]?.items ?? [] }),
    },
  ],
  [
    "Reflect.get",
    { fold: (call, machine) => call.args[0] && call.args[1] && machine.getItem(call.args[0], call.args[1]) },
  ],
  ["TextDecoder().decode", { fold: decodeText }],
  [
    "URL",
    { fold: ({ args: [url] }) => (url && textOf(url) !== undefined ? { ...url, name: "URL()" } : undefined) },
  ],
  ["fs: existsSync statSync accessSync : console: log error warn info : Array.isArray", { drops: true }],
];

function toList(value: Value): Value | undefined {
  const elements = elementsOf(value);
  return elements && listOf(elements, value.labels);
}

/** Methods of texts, lists and promises. */
export const textMethodRows: Rows = [
  ["then", { fold: then }],
  ["catch finally", { fold: ({ self }) => self }],
  ["on once addEventListener addListener", { fold: on }],
  ["join", { fold: join }],
  [
    "split",
    {
      fold: ({ self, args: [separator] }) =>
        self && separator ? splitCharacters(self, separator) : undefined,
    },
  ],
  ["reverse", { fold: ({ self }) => self && reverseOf(self) }],
  ["map flatMap forEach", { fold: mapAll }],
  ["filter sort", { fold: filter }],
  ["reduce", { fold: reduce }],
  ["toString", { fold: toStringMethod }],
  ["charAt at", { fold: charAt }],
  ["charCodeAt codePointAt", { fold: charCodeAt }],
  ["slice substring", { fold: slice }],
  [
    "concat",
    {
      fold: (call, machine) =>
        call.self?.constant === undefined
          ? concatLists(call.self, call.args)
          : concatenate(machine, [call.self, ...call.args]),
    },
  ],
  ["replace replaceAll", { fold: replace }],
  ["trim trimStart trimEnd", { fold: onText((text) => text.trim(), ["this"]) }],
  ["toLowerCase", { fold: onText((text) => text.toLowerCase(), ["this"]) }],
  ["toUpperCase", { fold: onText((text) => text.toUpperCase(), ["this"]) }],
  ["push unshift add", { fold: append }],
  ["set", { fold: extend }],
  ["call", { fold: callMethod }],
  ["apply", { fold: applyMethod }],
  ["bind", { fold: ({ self }) => self }],
  [
    "text json arrayBuffer blob",
    {
      fold: ({ self }) =>
        self ? withLabels({ ...self, constant: undefined, items: undefined }, noLabels) : undefined,
    },
  ],
  ["includes startsWith endsWith indexOf test", { drops: true }],
];

function splitCharacters(given: Value, separator: Value): Value | undefined {
  const between = wholeText(separator);
  return between === undefined ? undefined : splitText(given, between);
}

function concatLists(self: Value | undefined, args: readonly Value[]): Value | undefined {
  const lists = [self ?? unknown, ...args].map((one) => elementsOf(one) ?? [one]);
  const length = lists.reduce((sum, list) => sum + list.length, 0);
  return self?.items && length <= 65_536 ? listOf(lists.flat(), self.labels) : undefined;
}
