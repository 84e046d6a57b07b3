const IN_QUOTES = "put the value in quotes";

const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["[", `a list in brackets is not accepted; write one "- item" a line, or ${IN_QUOTES}`],
  ["{", `a mapping in braces is not accepted; write one "key: value" a line, or ${IN_QUOTES}`],
  ["&", `"&" would be an anchor, which is not accepted; ${IN_QUOTES}`],
  ["*", `"*" would be an alias, which is not accepted; ${IN_QUOTES}`],
  ["!", `"!" would be a tag, which is not accepted; ${IN_QUOTES}`],
  ["\t", "a tab cannot separate or indent; use spaces"],
  ...["]", "}", ",", "%", "@", "`"].map((character): [string, string] => [
    character,
    `"${character}" cannot begin a value; ${IN_QUOTES}`,
  ]),
]);

/** Why an unquoted value cannot start with this character; undefined if it can. */
export function explainCharacter(character: string): string | undefined {
  return PROBLEMS.get(character);
}
