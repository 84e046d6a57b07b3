import { isSecretName } from "../../place-labels.ts";
import type { Machine } from "../flow/machine.ts";
import { argument, type Fold, type LanguageTable } from "../flow/machine.ts";
import { folderVariables, type Rows } from "../flow/table.ts";
import {
  constant,
  labeled,
  labelsOf,
  named,
  textOf,
  unknown,
  type Value,
  withLabels,
} from "../flow/value.ts";

/** A variable of the environment: what the program set, a known folder, or a secret by its name. */
function variable(machine: Machine, name: string, fallback: Value | undefined): Value {
  const set = machine.environment.get(`os.environ.${name}`);
  if (set) return set;
  const folder = folderVariables.get(name.toUpperCase());
  if (folder !== undefined) return constant(folder);
  const value = fallback && textOf(fallback) !== undefined ? { ...fallback } : unknown;
  return isSecretName(name) ? labeled(value, "environment", name) : value;
}

const getVariable: Fold = (call, machine) => {
  const given = argument(call, [0, "key"]);
  const name = given && textOf(given);
  if (given === undefined || name === undefined) return given && withLabels(unknown, labelsOf(given));
  return variable(machine, name, call.args[1]);
};

export const environmentItem: LanguageTable["itemOf"] = (machine, object, key) => {
  if (object.name === "os.environ") return variable(machine, key, undefined);
  if (object.name === "sys.modules" || object.name === "globals()")
    return named(machine.table.canonicalName(key));
  return undefined;
};

const home: Fold = () => ({ constant: "~", name: "pathlib.Path()", labels: [] });

/** What is read without a call. */
export const memberRows: Rows = [
  ["os.environ os.environb", { gives: "environment", from: "os.environ" }],
  ["sys.argv", { gives: "input", from: "sys.argv" }],
  ["sys.stdin", { gives: "input", from: "sys.stdin" }],
  ["sys.executable", { fold: () => constant("python3") }],
  ["os.sep", { fold: () => constant("/") }],
  ["os.name sys.platform", {}],
  ["string: ascii_lowercase", { fold: () => constant("abcdefghijklmnopqrstuvwxyz") }],
  ["string: ascii_uppercase", { fold: () => constant("ABCDEFGHIJKLMNOPQRSTUVWXYZ") }],
  ["string: ascii_letters", { fold: () => constant("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") }],
  ["string: digits", { fold: () => constant("0123456789") }],
];

/** Calls that give data of the user or the machine. */
export const sourceRows: Rows = [
  ["os: getenv os.getenvb environ.get environ.pop environ.setdefault", { fold: getVariable }],
  ["os.environ.get os.environ.pop os.getenv", { fold: getVariable }],
  ["pathlib.Path.home", { fold: home }],
  ["input", { gives: "input", from: "input", drops: true }],
  ["keyring: get_password get_credential", { gives: "credentials", from: "keyring" }],
  [
    "browser_cookie3: load chrome firefox edge brave opera safari chromium : browsercookie: load chrome firefox : rookiepy: load chrome firefox edge brave",
    { gives: "credentials", from: "~/.mozilla/firefox/cookies.sqlite", drops: true },
  ],
  [
    "win32crypt.CryptUnprotectData secretstorage: get_default_collection get_all_collections get_all_items search_items",
    { gives: "credentials", from: "~/AppData/Roaming/Microsoft/Protect" },
  ],
  [
    "pyperclip: paste waitForPaste waitForNewPaste : clipboard.paste win32clipboard.GetClipboardData pandas.read_clipboard",
    { gives: "clipboard", from: "the clipboard", drops: true },
  ],
  [
    "pyautogui.screenshot PIL.ImageGrab.grab ImageGrab.grab pyscreenshot.grab mss.mss().grab mss.mss().shot mss.mss cv2.VideoCapture sounddevice.rec pyaudio.PyAudio",
    { gives: "observation", from: "a recording of the screen, camera or microphone", drops: true },
  ],
  [
    "pynput.keyboard.Listener pynput.mouse.Listener keyboard: on_press record read_event hook : pyxhook.HookManager pyHook.HookManager",
    { gives: "observation", from: "keystrokes" },
  ],
  [
    "socket: gethostname getfqdn : platform: node uname platform system release version machine processor : getpass.getuser os.getlogin os.uname uuid.getnode psutil.process_iter psutil.users psutil.net_if_addrs netifaces.interfaces",
    { gives: "machine-facts", drops: true },
  ],
  ["getpass.getpass", { gives: "input", from: "a password prompt", drops: true }],
];
