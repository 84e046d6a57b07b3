import { baseName } from "../../../path/path.ts";
import { joinPieces, type Piece } from "../mapped-text.ts";
import type { EmbeddedText } from "./embedded-text.ts";
import { type JsonString, readJsonStrings, stringPiece } from "./json-strings.ts";
import { readBuildFile } from "./read-build-file.ts";
import { readYamlCommands } from "./read-yaml-commands.ts";

/** Shell commands that configuration files hold: npm scripts, hooks, tasks, workflow steps, recipes. */
export function readCommands(path: string, text: string): readonly EmbeddedText[] {
  const name = baseName(path).toLowerCase();
  if (/\.(?:json|jsonc)$/.test(name) && commandFiles.test(name)) return readJsonCommands(name, text);
  if (/\.ya?ml$/.test(name) && isCommandYaml(path)) return readYamlCommands(text);
  return readBuildFile(name, text);
}

const commandFiles =
  /^(?:package|composer|deno|hooks|settings|settings\.local|tasks|launch|devcontainer|mcp|\.mcp|plugin|lefthook|opencode|claude_desktop_config|[\w.-]{1,40}\.code-workspace)\.jsonc?$/;

function isCommandYaml(path: string): boolean {
  return /(?:^|\/)(?:\.github\/(?:workflows|actions)\/|action\.ya?ml$|\.gitlab-ci\.yml$|(?:docker-)?compose[\w.-]{0,40}\.ya?ml$|\.pre-commit-(?:config|hooks)\.yaml$|taskfile[\w.-]{0,20}\.ya?ml$|lefthook\.ya?ml$|hooks\.ya?ml$|\.circleci\/|azure-pipelines[\w.-]{0,20}\.ya?ml$)/i.test(
    path,
  );
}

const commandKeys: ReadonlySet<string> = new Set(
  "command cmd run shell exec script initializeCommand onCreateCommand updateContentCommand postCreateCommand postStartCommand postAttachCommand".split(
    " ",
  ),
);

function readJsonCommands(file: string, text: string): readonly EmbeddedText[] {
  const strings = readJsonStrings(text);
  const argumentsOf = new Map<string, JsonString[]>();
  for (const string of strings) {
    if (string.path.at(-2) !== "args") continue;
    const owner = string.path.slice(0, -2).join("\0");
    argumentsOf.set(owner, [...(argumentsOf.get(owner) ?? []).slice(0, 64), string]);
  }
  return strings.flatMap((string): readonly EmbeddedText[] => {
    const key = string.path.at(-1) ?? "";
    const isScript = (file === "package.json" || file === "composer.json") && string.path[0] === "scripts";
    const isTask = file.startsWith("deno.json") && string.path[0] === "tasks";
    if (!isScript && !isTask && !commandKeys.has(key)) return [];
    const words = argumentsOf.get(string.path.slice(0, -1).join("\0")) ?? [];
    const pieces: Piece[] = [stringPiece(string), ...words.map(stringPiece)];
    return [{ ...joinPieces(pieces, " "), name: string.path.join("."), language: "shell", role: "program" }];
  });
}
