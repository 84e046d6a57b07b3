import { type Wrapper, wrapperPrograms } from "../../policy/shell/wrapper-programs.ts";
import type { Stream } from "./shell.ts";
import { constant, unknown, type Value } from "./value.ts";

export type Unwrapped = {
  readonly name: Value;
  readonly args: readonly Value[];
  /** The programs in front, such as `sudo`. */
  readonly wrappers: readonly string[];
};

/** Programs in front of others that the shared table leaves to rules on commands. */
const more: ReadonlySet<string> = new Set([
  ..."busybox caffeinate chroot firejail gosu linux32 linux64 pkexec proxychains proxychains4 run-one setarch".split(
    " ",
  ),
  ..."softlimit start-stop-daemon strace su-exec systemd-inhibit systemd-run taskset torify torsocks winpty".split(
    " ",
  ),
]);
const notWrappers: ReadonlySet<string> = new Set(["eval", "ssh", "trap"]);
const maxWrappers = 8;

/** Removes `sudo`, `env`, `xargs` and the like with their options from the start of a command. */
export function unwrap(words: readonly Value[], input: Stream | undefined): Unwrapped {
  const wrappers: string[] = [];
  let rest = words;
  while (wrappers.length < maxWrappers) {
    const name = baseName(rest[0]?.text ?? "");
    const inner = skipOptions(name, rest.slice(1));
    if (!inner) break;
    wrappers.push(name);
    rest = name === "xargs" ? withInput(rest.slice(1), inner, input) : inner;
  }
  const [name, ...args] = rest;
  return { name: name ?? constant(""), args, wrappers };
}

/** The command behind a wrapper; undefined if this is none, or nothing is behind it. */
function skipOptions(name: string, words: readonly Value[]): readonly Value[] | undefined {
  const row: Partial<Wrapper> | undefined = notWrappers.has(name)
    ? undefined
    : (wrapperPrograms.get(name) ?? (more.has(name) ? {} : undefined));
  if (!row) return undefined;
  let at = 0;
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? "";
    if (text === "--") {
      at++;
      break;
    }
    if (/^\w+=/.test(text) && text.length < 10_000) continue;
    if (!text.startsWith("-") || text === "-") break;
    const takesNext = text.startsWith("--")
      ? row.longValues?.includes(text)
      : row.values?.includes(text.at(-1) ?? "") && (text.length === 2 || !row.values.includes(text[1] ?? ""));
    if (takesNext) at++;
    if (name === "command" && /^-[vV]+$/.test(text)) return undefined;
  }
  const inner = words.slice(at + (row.skip ?? 0));
  return inner.length > 0 ? inner : undefined;
}

/** What `xargs` appends to the command, or puts in the place of its mark. */
function withInput(
  options: readonly Value[],
  inner: readonly Value[],
  input: Stream | undefined,
): readonly Value[] {
  const value = input?.value ?? unknown("");
  const given = value.isKnown ? { ...value, text: value.text.trim() } : unknown("$1", value.carries);
  const at = options.findIndex(({ text }) => /^-(?:I|i|-replace)/.test(text));
  const option = options[at]?.text ?? "";
  const mark =
    at === -1
      ? undefined
      : (/^-(?:I|i|-replace=)(.+)$/.exec(option)?.[1] ?? (option === "-I" ? options[at + 1]?.text : "{}"));
  if (mark === undefined)
    return given.isKnown
      ? [
          ...inner,
          ...given.text
            .split(/\s+/)
            .slice(0, 32)
            .filter(Boolean)
            .map((text) => ({ ...given, text })),
        ]
      : [...inner, given];
  return inner.map((word) =>
    word.text.includes(mark) && mark !== ""
      ? {
          ...word,
          text: word.text.replaceAll(mark, given.text.slice(0, 1000)),
          isKnown: given.isKnown,
          carries: [...word.carries, ...given.carries],
        }
      : word,
  );
}

function baseName(text: string): string {
  return text.slice(text.lastIndexOf("/") + 1);
}
