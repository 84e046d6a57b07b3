import { elementsOf, lengthOf } from "../flow/elements.ts";
import {
  bytesToText,
  decodeAscii85,
  decodeBase32,
  decodeBase64,
  decodeBase85,
  decodeEntities,
  decodeHex,
  decodePercent,
  inflate,
  rotate13,
} from "../flow/encodings.ts";
import {
  append,
  decoding,
  encode,
  extend,
  fromCodes,
  joinElements,
  onText,
  reverseOf,
  same,
  splitText,
  toText,
} from "../flow/folds.ts";
import { labelsOfCall } from "../flow/labels-of-call.ts";
import { argument, type Fold } from "../flow/machine.ts";
import { concatenate, joinPaths } from "../flow/operate.ts";
import type { Rows } from "../flow/table.ts";
import {
  bytes,
  constant,
  hole,
  joinLabels,
  labeled,
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
import { addToArchive, listFolder, openFile, readOpen, writeOpen } from "./file-folds.ts";

const importModule: Fold = (call, machine) => {
  const given = argument(call, [0, "name"]);
  const name = given && wholeText(given);
  if (given === undefined || name === undefined) return given && { name: "module", labels: labelsOf(given) };
  const isFromImport = call.named.has("fromlist") || call.args.length > 3;
  const [head = name] = name.split(".");
  return named(machine.table.canonicalName(isFromImport ? name : head), given.labels);
};

const importWhole: Fold = (call, machine) => {
  const [given] = call.args;
  const name = given && wholeText(given);
  return name === undefined ? undefined : named(machine.table.canonicalName(name), given?.labels);
};

const getAttribute: Fold = (call, machine) => {
  const [object, key, fallback] = call.args;
  const name = key && wholeText(key);
  if (object === undefined || name === undefined) return undefined;
  const member = machine.getMember(object, name);
  return withLabels(member, joinLabels(labelsOf(key ?? unknown), fallback ? labelsOf(fallback) : noLabels));
};

const pathOf: Fold = (call) => ({
  ...joinPaths(call.args),
  name: "pathlib.Path()",
  labels: labelsOfCall({ ...call, self: undefined }),
});
const samePath: Fold = (call) => call.self ?? call.args[0];
const pathHere: Fold = (call) => ({
  name: "pathlib.Path()",
  labels: call.self?.labels ?? noLabels,
  constant: hole("folder"),
  isPartial: true,
});

const numbersToBytes: Fold = (call) => {
  const [given] = call.args;
  if (given === undefined) return bytes("");
  if (typeof given.constant === "string") return { ...given, isBytes: true };
  const elements = typeof given.constant === "number" ? undefined : elementsOf(given);
  if (elements === undefined) return { name: "bytes()", labels: labelsOfCall(call) };
  const codes = elements.map(({ constant: one }) => one);
  if (!codes.every((one) => typeof one === "number" && one >= 0 && one < 256))
    return { labels: labelsOf(given) };
  const text = codes.map((one) => String.fromCharCode(Number(one))).join("");
  const value = bytes(text, labelsOf(given));
  return codes.length > 3 ? labeled(value, "decoded", "character codes") : value;
};

/** A `bytearray` grows like a list. */
const growingBytes: Fold = (call) => {
  const [given] = call.args;
  const elements = given ? elementsOf(given) : [];
  if (typeof given?.constant === "number" || elements === undefined)
    return { name: "bytearray()", labels: labelsOfCall(call) };
  const items =
    typeof given?.constant === "string"
      ? [...given.constant].map((one) => constant(one.charCodeAt(0)))
      : elements;
  return { ...listOf(items, given?.labels), name: undefined };
};

const toList: Fold = (call) => {
  const [given] = call.args;
  if (given === undefined) return listOf([]);
  const elements = elementsOf(given);
  return elements ? listOf(elements, given.labels) : { ...given, constant: undefined };
};

const mapAll: Fold = (call, machine) => {
  const [mapper, ...lists] = call.args;
  const columns = lists.map((list) => elementsOf(list));
  const [first] = columns;
  if (mapper === undefined || first === undefined || first.length > 4096) return undefined;
  return listOf(
    first.map((_one, at) =>
      machine.call(mapper, {
        ...call,
        self: mapper.self,
        named: new Map(),
        args: columns.map((column) => column?.[at] ?? unknown),
      }),
    ),
    labelsOf(lists[0] ?? unknown),
  );
};

const zip: Fold = ({ args }) => {
  const columns = args.map((list) => elementsOf(list));
  if (columns.some((column) => column === undefined)) return undefined;
  const length = Math.min(4096, ...columns.map((column) => column?.length ?? 0));
  return listOf(
    Array.from({ length }, (_one, at) => listOf(columns.map((column) => column?.[at] ?? unknown))),
  );
};

const enumerate: Fold = ({ args: [list] }) => {
  const elements = list && elementsOf(list);
  return (
    elements &&
    listOf(
      elements.map((element, at) => listOf([constant(at), element])),
      list.labels,
    )
  );
};

const range: Fold = ({ args }, machine) => {
  const numbers = args.map(({ constant: one }) => one);
  if (!numbers.every((one) => typeof one === "number")) return unknown;
  const [a = 0, b, step = 1] = numbers.map(Number);
  const [from, to] = b === undefined ? [0, a] : [a, b];
  const length = step === 0 ? 0 : Math.ceil((to - from) / step);
  if (length > 65_536 || machine.budget.folded < length) return unknown;
  machine.budget.folded -= Math.max(0, length);
  return listOf(Array.from({ length: Math.max(0, length) }, (_one, at) => constant(from + at * step)));
};

const code: Fold = ({ args: [given] }) => {
  const text = given && wholeText(given);
  return text?.length === 1 ? constant(text.charCodeAt(0), given?.labels) : undefined;
};

const toNumber: Fold = ({ args: [given, radix] }) => {
  if (typeof given?.constant === "number") return constant(Math.trunc(given.constant), given.labels);
  const text = given && wholeText(given);
  if (text === undefined || text.length > 64) return undefined;
  const number = Number.parseInt(text.trim(), typeof radix?.constant === "number" ? radix.constant : 10);
  return Number.isNaN(number) ? undefined : constant(number, given?.labels);
};

const toStringValue: Fold = ({ args: [given] }) => {
  if (given === undefined) return constant("");
  if (typeof given.constant === "number") return constant(String(given.constant), given.labels);
  return given.constant === undefined
    ? { labels: labelsOf(given) }
    : constant(given.isBytes ? bytesToText(String(given.constant)) : given.constant, given.labels);
};

const join: Fold = (call, machine) => {
  const [list] = call.args;
  return list && joinElements(machine, list, call.self);
};

const decodeNamed: Fold = (call, machine) => {
  const isMethod = call.self?.constant !== undefined || call.self?.name !== "codecs";
  const [first, second] = isMethod ? [call.self, call.args[0]] : call.args;
  const kind = ((second && wholeText(second)) ?? "utf-8").toLowerCase().replace(/[-_]/g, "");
  const given = first && { ...call, args: [first], named: new Map<string, Value>() };
  if (given === undefined) return undefined;
  if (kind === "rot13") return decoding("rot13", rotate13)(given, machine);
  if (kind === "hex" || kind === "hexcodec") return decoding("hex", decodeHex)(given, machine);
  if (/^base64/.test(kind)) return decoding("base64", decodeBase64)(given, machine);
  if (/^(?:zlib|zip)/.test(kind)) return decoding("compressed data", inflate)(given, machine);
  return isMethod ? toText(call, machine) : first;
};

const format: Fold = (call, machine) => {
  const text = call.self && textOf(call.self);
  if (text === undefined) return undefined;
  const parts: Value[] = [];
  let position = 0;
  let at = 0;
  for (const match of text.matchAll(/\{(\w{0,40})[^{}]{0,40}\}/g)) {
    const [whole, key = ""] = match;
    const value = /^\d*$/.test(key) ? call.args[key === "" ? at++ : Number(key)] : call.named.get(key);
    parts.push(constant(text.slice(position, match.index)), value ?? constant(hole(key)));
    position = match.index + whole.length;
  }
  parts.push(constant(text.slice(position)));
  return withLabels(concatenate(machine, parts), call.self?.labels ?? noLabels);
};

const replace: Fold = (call, machine) => {
  const [from, to] = call.args.map((one) => wholeText(one));
  if (from === undefined || to === undefined) return undefined;
  return onText(
    (text) => (from === "" || to.length > 1000 ? undefined : text.replaceAll(from, to)),
    ["this"],
  )(call, machine);
};

const split: Fold = ({ self, args: [separator] }) =>
  self && splitText(self, separator && separator.constant !== null ? wholeText(separator) : undefined);

const get: Fold = (call, machine) => {
  const [key, fallback] = call.args;
  const { self } = call;
  if (self?.fields === undefined || key === undefined) return undefined;
  const found = machine.getItem(self, key);
  return found === unknown && fallback ? fallback : withLabels(found, self.labels);
};

const partsOfDictionary =
  (part: "keys" | "values" | "items"): Fold =>
  ({ self }) => {
    if (self?.fields === undefined) return undefined;
    const entries = [...self.fields];
    if (part === "keys")
      return listOf(
        entries.map(([key]) => constant(key)),
        self.labels,
      );
    if (part === "values")
      return listOf(
        entries.map(([, value]) => value),
        self.labels,
      );
    return listOf(
      entries.map(([key, value]) => listOf([constant(key, self.labels), withLabels(value, self.labels)])),
      self.labels,
    );
  };

const length: Fold = ({ args: [given] }) => {
  const known = given && lengthOf(given);
  return known === undefined ? unknown : constant(known);
};

const pop: Fold = ({ self }) => (self?.items ? self.items.pop() : undefined);

const partial: Fold = (call) => {
  const [given, ...bound] = call.args;
  if (given === undefined) return undefined;
  return { ...given, target: listOf(bound) };
};

/** Functions that compute with values; what is not constant carries what its arguments carry. */
export const valueRows: Rows = [
  ["__import__", { fold: importModule }],
  ["importlib.import_module importlib.__import__ pydoc.locate", { fold: importWhole }],
  ["getattr operator.attrgetter", { fold: getAttribute }],
  ["compile textwrap.dedent inspect.cleandoc str.strip", { fold: same() }],
  ["functools.partial", { fold: partial }],
  ["len", { fold: length }],
  ["isinstance hasattr bool id print callable type issubclass range.len any all", { drops: true }],
  [
    "os.path: exists isfile isdir islink getsize getmtime : shutil.which time.time time.sleep random.randint",
    { drops: true },
  ],
  ["pathlib.Path pathlib.PurePath pathlib.PosixPath", { fold: pathOf }],
  ["pathlib.Path.cwd os.getcwd", { fold: pathHere }],
  ["os.path.join", { fold: ({ args }) => joinPaths(args) }],
  ["os.path: expanduser expandvars abspath realpath normpath : os.fspath", { fold: same() }],
  [
    "os.path.basename",
    { fold: onText((text) => text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1)) },
  ],
  [
    "os.path.dirname",
    { fold: onText((text) => (text.includes("/") ? text.slice(0, text.lastIndexOf("/")) : undefined)) },
  ],
  ["chr unichr", { fold: ({ args }) => fromCodes(args, args[0]?.labels ?? noLabels) }],
  ["ord", { fold: code }],
  ["int", { fold: toNumber }],
  ["str repr", { fold: toStringValue }],
  ["bytes", { fold: numbersToBytes }],
  ["bytearray", { fold: growingBytes }],
  ["list tuple set sorted frozenset iter", { fold: toList }],
  ["reversed", { fold: ({ args: [given] }) => given && reverseOf(given) }],
  ["map", { fold: mapAll }],
  ["zip", { fold: zip }],
  ["enumerate", { fold: enumerate }],
  ["range xrange", { fold: range }],
  [
    "dict",
    {
      fold: ({ args, named: given }) => ({
        fields: new Map([...(args[0]?.fields ?? []), ...given]),
        labels: args[0]?.labels ?? noLabels,
      }),
    },
  ],
  [
    "base64: b64decode urlsafe_b64decode standard_b64decode decodebytes decodestring : binascii.a2b_base64",
    { fold: decoding("base64", decodeBase64) },
  ],
  ["base64.b32decode", { fold: decoding("base32", decodeBase32) }],
  ["base64.b85decode", { fold: decoding("base85", decodeBase85) }],
  ["base64.a85decode", { fold: decoding("ascii85", decodeAscii85) }],
  [
    "base64.b16decode binascii: unhexlify a2b_hex : bytes.fromhex bytearray.fromhex",
    { fold: decoding("hex", decodeHex) },
  ],
  [
    "zlib.decompress gzip.decompress zlib.decompressobj().decompress",
    { fold: decoding("compressed data", inflate) },
  ],
  ["bz2.decompress lzma.decompress brotli.decompress", { gives: "decoded", from: "compressed data" }],
  ["codecs.decode", { fold: decodeNamed }],
  [
    "urllib.parse: unquote unquote_plus unquote_to_bytes : urllib.unquote",
    { fold: decoding("percent encoding", decodePercent) },
  ],
  ["html.unescape", { fold: decoding("HTML entities", decodeEntities) }],
  [
    "cryptography.fernet.Fernet().decrypt Fernet().decrypt Crypto.Cipher.AES.new().decrypt AES.new().decrypt",
    { gives: "decoded", from: "decryption" },
  ],
  ["tarfile: open : zipfile: ZipFile", { fold: openFile }],
  ["tarfile.open().add open().add", { fold: addToArchive }],
  ["open().write open().writelines", { fold: writeOpen }],
  ["open().read open().readlines open().readline", { fold: readOpen }],
];

/** Methods of texts, lists and dictionaries. */
export const textMethodRows: Rows = [
  ["join", { fold: join }],
  ["decode", { fold: decodeNamed }],
  ["encode", { fold: encode }],
  ["format", { fold: format }],
  ["replace", { fold: replace }],
  ["split", { fold: split }],
  [
    "strip lstrip rstrip",
    { fold: onText((text, { args }) => (args.length === 0 ? text.trim() : undefined), ["this"]) },
  ],
  ["lower casefold", { fold: onText((text) => text.toLowerCase(), ["this"]) }],
  ["upper", { fold: onText((text) => text.toUpperCase(), ["this"]) }],
  ["append add appendleft", { fold: append }],
  ["extend update", { fold: extend }],
  ["get", { fold: get }],
  ["keys", { fold: partsOfDictionary("keys") }],
  ["values", { fold: partsOfDictionary("values") }],
  ["items", { fold: partsOfDictionary("items") }],
  ["pop", { fold: pop }],
  ["copy resolve absolute expanduser", { fold: samePath }],
  [
    "joinpath",
    { fold: (call) => call.self && { ...joinPaths([call.self, ...call.args]), name: call.self.name } },
  ],
  ["glob", { fold: listFolder }],
  [
    "open",
    { fold: (call, machine) => (call.self?.constant === undefined ? undefined : openFile(call, machine)) },
  ],
  [
    "exists is_file is_dir startswith endswith isalpha isdigit isupper islower count find index",
    { drops: true },
  ],
];
