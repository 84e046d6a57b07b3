import { isSecretName } from "../../place-labels.ts";
import type { Machine } from "../flow/machine.ts";
import { folderVariables, type Rows } from "../flow/table.ts";
import { constant, labeled, unknown, type Value } from "../flow/value.ts";

/** A variable of the environment: what the program set, a known folder, or a secret by its name. */
export function variable(machine: Machine, name: string): Value {
  const set = machine.environment.get(`process.env.${name}`);
  if (set) return set;
  const folder = folderVariables.get(name.toUpperCase());
  if (folder !== undefined) return constant(folder);
  return isSecretName(name) ? labeled(unknown, "environment", name) : unknown;
}

/** What is read without a call. */
export const memberRows: Rows = [
  ["process.env", { gives: "environment", from: "process.env" }],
  ["Bun.env", { gives: "environment", from: "process.env", returns: "process.env" }],
  ["process.argv", { gives: "input", from: "process.argv" }],
  ["process.stdin", { gives: "input", from: "process.stdin" }],
  ["process.execPath", { fold: () => constant("node") }],
  ["path.sep", { fold: () => constant("/") }],
  ["__dirname", { fold: () => ({ constant: "{folder}", isPartial: true, labels: [] }) }],
  ["document.cookie", { gives: "credentials", from: "document.cookie" }],
  ["localStorage sessionStorage", { gives: "credentials", from: "browser storage" }],
  ["undefined", { fold: () => unknown }],
];

/** Calls that give data of the user or the machine. */
export const sourceRows: Rows = [
  ["Deno.env.toObject", { gives: "environment", from: "Deno.env", drops: true }],
  ["Deno.env.get", { fold: (call, machine) => variable(machine, String(call.args[0]?.constant ?? "")) }],
  ["os.homedir", { fold: () => constant("~") }],
  ["os.tmpdir", { fold: () => constant("/tmp") }],
  [
    "os: hostname userInfo networkInterfaces platform release arch version",
    { gives: "machine-facts", drops: true },
  ],
  [
    "keytar: getPassword findPassword findCredentials",
    { gives: "credentials", from: "keychain", drops: true },
  ],
  [
    "clipboardy: read readSync : clipboard.readText electron.clipboard.readText navigator.clipboard.readText",
    { gives: "clipboard", from: "the clipboard", drops: true },
  ],
  [
    "screenshot-desktop desktopCapturer.getSources electron.desktopCapturer.getSources navigator.mediaDevices.getUserMedia iohook.on",
    { gives: "observation", from: "a recording of the screen, camera or keys", drops: true },
  ],
];
