import type { LanguageTable } from "../flow/machine.ts";
import { tableOf } from "../flow/table.ts";
import { actionRows, methodRows } from "./action-rows.ts";
import { environmentItem, memberRows, sourceRows } from "./source-rows.ts";
import { textMethodRows, valueRows } from "./value-rows.ts";

export const aliases: Readonly<Record<string, string>> = {
  urllib2: "urllib.request",
  commands: "subprocess",
  posix: "os",
  nt: "os",
  posixpath: "os.path",
  ntpath: "os.path",
  Path: "pathlib.Path",
  cPickle: "pickle",
  _pickle: "pickle",
  requests_async: "requests",
  httplib: "http.client",
  "io.open": "open",
  "codecs.open": "open",
  "aiofiles.open": "open",
  "_io.open": "open",
  raw_input: "input",
};

/** One name for what has several. */
function canonicalName(plain: string): string {
  const name = plain.replace(
    /^(?:builtins|__builtins__|__builtin__|six\.moves|globals\(\)|sys\.modules)\./,
    "",
  );
  const whole = aliases[name];
  if (whole !== undefined) return whole;
  const dot = name.indexOf(".");
  const first = dot === -1 ? undefined : aliases[name.slice(0, dot)];
  return first === undefined ? name : first + name.slice(dot);
}

export const pythonTable: LanguageTable = {
  language: "python",
  functions: tableOf([...actionRows, ...sourceRows, ...valueRows]),
  methods: tableOf([...methodRows, ...textMethodRows]),
  members: tableOf(memberRows),
  canonicalName,
  itemOf: environmentItem,
  initializer: "__init__",
};
