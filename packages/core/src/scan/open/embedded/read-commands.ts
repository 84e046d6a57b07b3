import { baseName } from "../../../path/path.ts";
import { findCommandInProse } from "../../shell/reads-as-command.ts";
import { joinPieces, type Piece } from "../mapped-text.ts";
import type { EmbeddedText } from "./embedded-text.ts";
import { type JsonString, readJsonStrings, stringPiece } from "./json-strings.ts";
import { readBuildFile } from "./read-build-file.ts";
import { readYamlCommands } from "./read-yaml-commands.ts";
import { quoteWord } from "./word-list.ts";

/** Shell commands that configuration files hold: npm scripts, hooks, tasks, workflow steps, recipes. */
export function readCommands(path: string, text: string): readonly EmbeddedText[] {
  const name = baseName(path).toLowerCase();
  if (/\.(?:json|jsonc|code-workspace)$/.test(name))
    return commandFiles.test(name) ? readJsonCommands(name, text) : readEscapedCommands(text);
  return /\.ya?ml$/.test(name) ? readYamlCommands(text) : readBuildFile(name, text);
}

const commandFiles =
  /^(?:package|composer|deno|hooks|settings|settings\.local|tasks|launch|devcontainer|mcp|\.mcp|\.lsp|plugin|lefthook|opencode|claude_desktop_config|[\w.-]{1,40}\.code-workspace)\.jsonc?$/;

const commandKeys: ReadonlySet<string> = new Set(
  "command cmd run shell exec script initializeCommand onCreateCommand updateContentCommand postCreateCommand postStartCommand postAttachCommand apiKeyHelper".split(
    " ",
  ),
);

function readJsonCommands(file: string, text: string): readonly EmbeddedText[] {
  const strings = readJsonStrings(text);
  const lists = listsOf(strings);
  return strings.flatMap((string): readonly EmbeddedText[] => {
    const key = string.path.at(-1) ?? "";
    const owner = string.path.slice(0, -1);
    const isScript = (file === "package.json" || file === "composer.json") && string.path[0] === "scripts";
    const isTask = file.startsWith("deno.json") && string.path[0] === "tasks";
    const isInCommand = commandKeys.has(owner.at(-1) ?? "");
    const list = isInCommand ? lists.get(owner.join("\0")) : undefined;
    // A list holds a program and its arguments, or a command each.
    const isArgument = list !== undefined && !/\s/.test(list[0]?.value ?? "");
    if (!isScript && !isTask && !isInCommand && !commandKeys.has(key)) return [];
    if (isArgument && key !== "0") return [];
    const rest = isArgument ? list.slice(1) : (lists.get([...owner, "args"].join("\0")) ?? []);
    const pieces: Piece[] = [stringPiece(string), ...rest.map(argumentPiece)];
    return [{ ...joinPieces(pieces, " "), name: string.path.join("."), language: "shell", role: "program" }];
  });
}

/** Strings of arrays that may be arguments, by the path of the array. */
function listsOf(strings: readonly JsonString[]): ReadonlyMap<string, readonly JsonString[]> {
  const lists = new Map<string, JsonString[]>();
  for (const string of strings) {
    const owner = string.path.slice(0, -1);
    const name = owner.at(-1) ?? "";
    if ((name !== "args" && !commandKeys.has(name)) || !/^\d+$/.test(string.path.at(-1) ?? "")) continue;
    const key = owner.join("\0");
    const list = lists.get(key) ?? [];
    if (list.length < mostArguments) lists.set(key, [...list, string]);
  }
  return lists;
}

const mostArguments = 64;

function argumentPiece(string: JsonString): Piece {
  const { text, origin } = stringPiece(string);
  return { text: quoteWord(text), origin };
}

/** Commands in other data are seen where they stand, but not those that a JSON string spells with escapes. */
function readEscapedCommands(text: string): readonly EmbeddedText[] {
  if (!text.includes("\\")) return [];
  return readJsonStrings(text).flatMap((string): readonly EmbeddedText[] => {
    if (string.span.end - string.span.start === string.value.length) return [];
    const command = findCommandInProse(string.value.slice(0, mostCharacters));
    if (command === undefined) return [];
    const piece = { text: string.value.slice(command.start, command.end), origin: string.span };
    return [{ ...joinPieces([piece]), name: string.path.join("."), language: "shell", role: "data" }];
  });
}

/** Characters of one string that are searched. */
const mostCharacters = 4000;
