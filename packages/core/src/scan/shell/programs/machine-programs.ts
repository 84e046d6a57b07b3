import type { Label } from "../../evidence.ts";
import { isSecretName } from "../../place-labels.ts";
import type { Command, Effect, Shell } from "../shell.ts";
import { empty, unknown, type Value } from "../value.ts";
import { optionValue, parseArguments } from "./arguments.ts";

/** Programs whose output says something about the machine or its user. */
export const machinePrograms: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ...tells(
    "machine-facts",
    "hostname whoami id uname ifconfig ipconfig ps w who last lsb_release sw_vers system_profiler dmidecode lscpu lsblk arp netstat ss hostnamectl users finger systeminfo scutil nmcli iwgetid ioreg",
  ),
  ...tells("clipboard", "pbpaste xclip xsel wl-paste"),
  ...tells(
    "observation",
    "screencapture scrot gnome-screenshot grim import arecord parecord ffmpeg imagesnap fswebcam xinput logkeys",
  ),
  ...tells("personal-files", "history fc lastcomm"),
  ...tells("credentials", "secret-tool keyctl pass lpass bw op kwallet-query"),
  [
    "ip",
    (command) =>
      /^(?:a|addr|address|route|neigh|link)$/.test(
        command.args.find(({ text }) => !text.startsWith("-"))?.text ?? "",
      )
        ? label("machine-facts", command)
        : undefined,
  ],
  ["env", (command) => label("environment", command)],
  [
    "printenv",
    (command) =>
      command.args.some(({ text }) => !text.startsWith("-")) ? named(command) : label("environment", command),
  ],
  ["set", (command) => (command.args.length === 0 ? label("environment", command) : empty)],
  ["security", security],
  ["screencapture", capture],
]);

function tells(kind: Label, programs: string): readonly (readonly [string, Effect])[] {
  return programs.split(" ").map((name) => [name, (command) => label(kind, command)] as const);
}

function label(kind: Label, { program, args }: Command): Value {
  const from = [program, ...args.map(({ text }) => text)].join(" ").slice(0, 80);
  return unknown("", [{ label: kind, from }]);
}

function named({ args }: Command): Value {
  const name = args.find(({ text }) => !text.startsWith("-"))?.text ?? "";
  return unknown("", isSecretName(name) ? [{ label: "environment", from: name }] : []);
}

function security(command: Command): Value | undefined {
  return /^(?:find-(?:generic|internet)-password|dump-keychain|export)$/.test(command.args[0]?.text ?? "")
    ? label("credentials", command)
    : undefined;
}

function capture(command: Command, shell: Shell): Value {
  const parsed = parseArguments(command.args, { letters: "tTRlD" });
  const [file] = parsed.operands;
  const content = label("observation", command);
  if (file && !optionValue(parsed, "-c")) shell.writeFile(file, content);
  return content;
}
