import { fromBase64 } from "../programs/folding.ts";
import type { Shell } from "../shell.ts";
import { allCarries, constant, mergeCarries, unknown, type Value, withLabels } from "../value.ts";
import { type Item, itemsOf, joinItems, listOf, numberOf } from "./values.ts";

/** Calls of methods on values: `.Replace('a','b')`, `.DownloadString('…')`. */
export function callMethod(
  target: Item,
  name: string,
  { args, shell }: { readonly args: readonly Item[]; readonly shell: Shell },
): Item {
  const [first, second] = args;
  const text = first?.text ?? "";
  const changed = target.isKnown ? changeText(target, name, args) : undefined;
  if (changed !== undefined)
    return typeof changed === "string" ? { ...constant(changed), carries: target.carries } : changed;
  switch (name) {
    case "downloadstring":
    case "downloaddata":
    case "openread":
    case "getstringasync":
    case "getasync":
    case "getbytearrayasync":
      if (first) shell.report({ kind: "connect", address: text, direction: "fetch", carries: first.carries });
      return unknown("", [{ label: "remote", from: text }]);
    case "downloadfile":
      if (first) shell.report({ kind: "connect", address: text, direction: "fetch", carries: first.carries });
      if (second) shell.writeFile(second, unknown("", [{ label: "remote", from: text }]));
      return unknown("");
    case "uploadstring":
    case "uploadfile":
    case "uploaddata":
    case "uploadvalues":
    case "postasync":
    case "putasync":
    case "sendasync": {
      const sent = args.slice(1).map((arg) => (name === "uploadfile" ? shell.readFile(arg) : arg));
      if (first)
        shell.report({
          kind: "connect",
          address: text,
          direction: "send",
          carries: allCarries([first, ...sent]),
        });
      return unknown("", [{ label: "remote", from: text }]);
    }
    case "shellexecute":
    case "run":
    case "exec":
      return shell.runWords(
        args.slice(0, 1).flatMap((arg) => shell.readWords(arg.text.replaceAll("\\", "/"))),
      );
    case "invoke":
    case "invokescript":
      shell.runNested(first ?? target, "powershell");
      if (!(first ?? target).isKnown || (first ?? target).carries.length > 0)
        shell.report({ kind: "evaluate", means: "Invoke", carries: (first ?? target).carries });
      return unknown("");
    default:
      return unknown("", mergeCarries(target.carries, allCarries(args)));
  }
}

/** Methods of strings and arrays. */
function changeText(target: Item, name: string, args: readonly Item[]): string | Item | undefined {
  const [first, second] = args;
  const { text } = target;
  const [from, count] = [first && numberOf(first), second && numberOf(second)];
  switch (name) {
    case "replace":
      return first?.isKnown && first.text !== ""
        ? text.replaceAll(first.text, () => second?.text ?? "")
        : undefined;
    case "substring":
      return from === undefined
        ? undefined
        : text.slice(from, count === undefined ? undefined : from + count);
    case "remove":
      return from === undefined
        ? undefined
        : text.slice(0, from) + (count === undefined ? "" : text.slice(from + count));
    case "insert":
      return from === undefined ? undefined : text.slice(0, from) + (second?.text ?? "") + text.slice(from);
    case "tolower":
    case "tolowerinvariant":
      return text.toLowerCase();
    case "toupper":
    case "toupperinvariant":
      return text.toUpperCase();
    case "trim":
      return text.trim();
    case "tostring":
    case "getenumerator":
      return text;
    case "tochararray":
      return listOf(
        [...text.slice(0, 4096)].map((character) => ({ ...target, text: character, items: undefined })),
      );
    case "split":
      return first?.isKnown && first.text !== ""
        ? listOf(text.split(first.text).map((part) => ({ ...target, text: part, items: undefined })))
        : undefined;
    default:
      return undefined;
  }
}

/** Calls of static methods: `[Convert]::FromBase64String('…')`. */
export function callStatic(
  type: string,
  name: string,
  { args, shell }: { readonly args: readonly Item[]; readonly shell: Shell },
): Item {
  const [first, second] = args;
  const plain = type.replace(/^system\./, "");
  if (name === "frombase64string" && first) {
    const text = first.isKnown ? bytesOf(first.text) : undefined;
    const label = [{ label: "decoded", from: "FromBase64String" }] as const;
    return text === undefined
      ? unknown("", mergeCarries(first.carries, label))
      : withLabels({ ...constant(text), carries: first.carries }, label);
  }
  if (name === "join" && second)
    return joinItems(args.length > 2 ? listOf(args.slice(1)) : second, first?.text ?? "");
  if (name === "concat") return joinItems(listOf(args), "");
  if (name === "getenvironmentvariables")
    return unknown("", [{ label: "environment", from: "GetEnvironmentVariables" }]);
  if (/^io\.file$/.test(plain) && first) return useFile(name, first, { args, shell });
  if (name === "load" || (plain === "scriptblock" && name === "create")) {
    if (name === "load" && first && first.carries.length > 0)
      shell.report({ kind: "evaluate", means: "Assembly.Load", carries: first.carries });
    return first ?? unknown("");
  }
  if (name === "start" && plain.endsWith("process")) return shell.runWords(args.slice(0, 2));
  if (name === "toint32" || name === "tobyte")
    return first
      ? { ...first, text: String(Number.parseInt(first.text, Number(second?.text ?? 10))) }
      : unknown("");
  return unknown("", allCarries(args));
}

function useFile(
  name: string,
  path: Item,
  { args, shell }: { readonly args: readonly Item[]; readonly shell: Shell },
): Item {
  if (name.startsWith("read")) return shell.readFile(path);
  if (/^(?:write|append)/.test(name))
    shell.writeFile(path, args[1] ?? unknown(""), name.startsWith("append"));
  else if (name === "delete") shell.report({ kind: "delete", path: path.text, carries: path.carries });
  else if ((name === "copy" || name === "move") && args[1]) shell.writeFile(args[1], shell.readFile(path));
  return unknown("", path.carries);
}

/** Bytes as characters of the same number, until an encoding reads them. */
function bytesOf(text: string): string | undefined {
  return fromBase64(text) === undefined ? undefined : atob(text.replace(/[^A-Za-z0-9+/]/g, ""));
}

/** `[Text.Encoding]::UTF8.GetString(bytes)`. */
export function decodeBytes(encoding: string, value: Item): Item {
  if (!value.isKnown) return value;
  const codes = itemsOf(value).map(numberOf);
  const numbers = value.items && codes.every((code) => code !== undefined) ? codes : undefined;
  const bytes = Uint8Array.from(numbers ?? [...value.text].map((character) => character.charCodeAt(0)));
  const carries: Value["carries"] = numbers
    ? mergeCarries(value.carries, [{ label: "decoded", from: "GetString" }])
    : value.carries;
  return {
    ...constant(new TextDecoder(encoding === "unicode" ? "utf-16le" : "utf-8").decode(bytes)),
    carries,
  };
}
