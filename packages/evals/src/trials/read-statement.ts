import type { Assertion, AssertionType } from "./judge-assertion.ts";
import { trialsLimits } from "./limits.ts";

/**
 * Turns a sentence of an eval into an assertion when a program can check it; undefined otherwise, and a judge
 * has to read it. Only accepts unambiguous whole sentences: a wrong grade costs more than a judge.
 */
export function readStatement(text: string): Assertion | undefined {
  if (text.length > trialsLimits.statementCharacters) return undefined;
  const sentence = text.trim();
  return readPrefixed(sentence) ?? readEnglish(sentence);
}

/**
 * `file-created: report.md` requests a check. Lower case only, since `Contains: …` may start a description.
 */
function readPrefixed(sentence: string): Assertion | undefined {
  const [, word = "", rest = ""] = /^([a-z-]+):\s+(\S.*)$/s.exec(sentence) ?? [];
  const type = checkable.find((known) => known === word);
  return type && { type, value: unquote(rest) };
}

const checkable: readonly Exclude<AssertionType, "custom">[] = [
  "contains",
  "not-contains",
  "matches-regex",
  "file-created",
  "file-modified",
  "command-executed",
];

function unquote(value: string): string {
  return /^"([^"]+)"$/.exec(value)?.[1] ?? /^`([^`]+)`$/.exec(value)?.[1] ?? value;
}

function readEnglish(sentence: string): Assertion | undefined {
  for (const [form, type] of forms) {
    const { double, curly, code } = form.exec(sentence)?.groups ?? {};
    const value = double ?? curly ?? code;
    if (value === undefined) continue;
    if (placeholder.test(value) || value.trim() !== value) return undefined;
    return type.startsWith("file") ? readFile(type, value) : { type, value };
  }
  return undefined;
}

/** Placeholders refer to something outside of the sentence. */
const placeholder = /<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}|\.\.\.|…/;

/** A bare file name may be in any folder. */
function readFile(type: AssertionType, value: string): Assertion | undefined {
  if (!/^[\w@ .*/-]+$/.test(value) || value.startsWith("/") || value.split("/").includes(".."))
    return undefined;
  return { type, value: value.includes("/") ? value : `**/${value}` };
}

const quoted = '(?:"(?<double>[^"]+)"|“(?<curly>[^“”]+)”|`(?<code>[^`]+)`)';
// Not "output", which may be a file. Not "mentions", which may be in other words.
const answer = "The (?:final )?(?:answer|reply|response)";
const phrase = "(?:the (?:exact )?(?:text|phrase|string|words?|line) )?";
const file = "(?:A|The) (?:new )?file (?:named |called )?";

const forms: readonly (readonly [RegExp, AssertionType])[] = [
  [toForm(`${answer} (?:contains|includes|must contain|should contain) ${phrase}${quoted}`), "contains"],
  [
    toForm(
      `${answer} (?:does not|doesn't|must not|should not|never) (?:contains?|includes?) ${phrase}${quoted}`,
    ),
    "not-contains",
  ],
  [toForm(`${answer} matches the (?:regex|regular expression) ${quoted}`), "matches-regex"],
  [toForm(`${file}${quoted} (?:is|was|has been) created`), "file-created"],
  [
    toForm(`The agent (?:creates|created) (?:a|the) (?:new )?file (?:named |called )?${quoted}`),
    "file-created",
  ],
  [toForm(`${file}${quoted} (?:is|was|has been) (?:modified|changed|edited)`), "file-modified"],
  [toForm(`The command ${quoted} (?:is|was|has been) (?:run|executed)`), "command-executed"],
  [toForm(`The agent (?:runs|ran|executes|executed) the command ${quoted}`), "command-executed"],
];

function toForm(source: string): RegExp {
  return new RegExp(`^${source}\\.?$`, "i");
}
