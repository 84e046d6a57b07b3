import type { LanguageTable, Machine } from "../flow/machine.ts";
import { tableOf } from "../flow/table.ts";
import { constant, type Value } from "../flow/value.ts";
import { actionRows, methodRows } from "./action-rows.ts";
import { memberRows, sourceRows, variable } from "./source-rows.ts";
import { textMethodRows, valueRows } from "./value-rows.ts";

export const aliases: Readonly<Record<string, string>> = {
  "fs.promises": "fs",
  "fs/promises": "fs",
  "fs-extra": "fs",
  "graceful-fs": "fs",
  "dns/promises": "dns",
  "dns.promises": "dns",
  "timers/promises": "timers",
  "node-fetch": "fetch",
  "cross-fetch": "fetch",
  "isomorphic-fetch": "fetch",
  undici: "undici",
  "undici.fetch": "fetch",
  "axios.default": "axios",
  "got.default": "got",
  "module.require": "require",
  "process.mainModule.require": "require",
  "module.constructor._load": "require",
  "module.createRequire()": "require",
  "process.getBuiltinModule": "require",
  "process.binding": "require",
  "import.meta.env": "process.env",
};

/** One name for what has several. */
function canonicalName(plain: string): string {
  const name = plain.replace(/^node:/, "").replace(/^(?:(?:globalThis|window|global|self)\.)+/, "");
  const parts = name.split(".", 8);
  for (let length = Math.min(parts.length, 4); length > 0; length--) {
    const alias = aliases[parts.slice(0, length).join(".")];
    if (alias !== undefined) return [alias, ...parts.slice(length)].join(".").replace(/\.default$/, "");
  }
  return name.replace(/^(\w+)\.default(?=\.|$)/, "$1");
}

/** Names that are put together say that they should not be found. */
function itemOf(machine: Machine, object: Value, key: string): Value | undefined {
  if (object.name === "process.env") return variable(machine, key);
  if (object.name === "require.cache") return constant(null);
  return /^(?:globalThis|window|global|self)$/.test(object.name ?? "") ? machine.getNamed(key) : undefined;
}

export const javaScriptTable: LanguageTable = {
  language: "javascript",
  functions: tableOf([...actionRows, ...sourceRows, ...valueRows]),
  methods: tableOf([...methodRows, ...textMethodRows]),
  members: tableOf(memberRows),
  canonicalName,
  itemOf,
  initializer: "constructor",
};
