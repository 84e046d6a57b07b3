export type YamlValue =
  | string
  | number
  | boolean
  | undefined
  | null
  | readonly YamlValue[]
  | { readonly [key: string]: YamlValue };

/** Data as YAML that people like to read: block lists, plain words without quotes, long texts as they are. */
export function writeYaml(value: { readonly [key: string]: YamlValue }): string {
  return `${writeMap(value, "")}\n`;
}

function writeMap(map: { readonly [key: string]: YamlValue }, indent: string): string {
  const lines = Object.entries(map).flatMap(([key, value]) =>
    value === undefined ? [] : [`${indent}${writeWord(key)}:${writeValue(value, indent)}`],
  );
  return lines.join("\n");
}

/** What follows a key, with the space or line break before it. */
function writeValue(value: Exclude<YamlValue, undefined>, indent: string): string {
  const deeper = `${indent}  `;
  if (isList(value)) {
    if (value.length === 0) return " []";
    return `\n${value.map((item) => `${deeper}- ${writeItem(item)}`).join("\n")}`;
  }
  if (typeof value === "object" && value !== null) {
    const inner = writeMap(value, deeper);
    return inner === "" ? " {}" : `\n${inner}`;
  }
  if (typeof value === "string" && isPlainText(value)) return writeText(value, deeper);
  return ` ${writeItem(value)}`;
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value);
}

/** JSON is YAML too. */
function writeItem(value: YamlValue): string {
  return typeof value === "string" ? writeWord(value) : (JSON.stringify(value) ?? "null");
}

/** Words that YAML readers of different ages take for something else. */
const special = new Set(["true", "false", "null", "yes", "no", "on", "off", "y", "n"]);

/** Names and patterns such as `Bash(git push:*)`: a colon or a space means nothing unless another space follows. */
const plain = /^[a-z](?:[a-z0-9_./()*@-]|[ :](?=[a-z0-9_./(*@-]))*$/i;

function writeWord(text: string): string {
  const isPlain = plain.test(text) && !special.has(text.toLowerCase());
  return isPlain ? text : JSON.stringify(text);
}

/** Several lines that a literal block gives back exactly. */
function isPlainText(text: string): boolean {
  return (
    text.includes("\n") &&
    /^[^\s\p{C}]/u.test(text) &&
    /[^\s\p{C}]\n?$/u.test(text) &&
    !hasOddCharacters(text)
  );
}

function hasOddCharacters(text: string): boolean {
  return /[^\P{C}\n]|[\u0085\u2028\u2029\ufeff]/u.test(text);
}

function writeText(text: string, indent: string): string {
  const body = text.endsWith("\n") ? text.slice(0, -1) : text;
  const lines = body.split("\n").map((line) => (line === "" ? "" : indent + line));
  return ` ${text.endsWith("\n") ? "|" : "|-"}\n${lines.join("\n")}`;
}
