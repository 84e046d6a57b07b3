import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@skillwright/core/text";
import type { McpAgent, StdioServer } from "./agent-settings.ts";
import { jsonEditor } from "./edit-json.ts";
import { tomlEditor } from "./edit-toml.ts";
import { yamlEditor } from "./edit-yaml.ts";
import { isOwnProgram } from "./own-program.ts";
import {
  planOf,
  type SettingsEditor,
  type SettingsPlan,
  type SettingsReader,
  type SettingsState,
  unusable,
  valueAt,
} from "./settings-file.ts";

const editors: Readonly<Record<McpAgent["syntax"], SettingsEditor>> = {
  json: jsonEditor,
  toml: tomlEditor,
  yaml: yamlEditor,
};

export type McpTarget = {
  readonly agent: McpAgent;
  readonly path: string;
  /** The server's name in the agent's settings. */
  readonly name: string;
  /** Words that start the running program, which is ours wherever it is installed. */
  readonly program: readonly string[];
};
export type McpServer =
  | ({ readonly kind: "stdio" } & Omit<StdioServer, "name">)
  | { readonly kind: "http"; readonly url: string; readonly tokenVariable?: string };

/** Registers our server, but never replaces a foreign one of the same name. */
export function planMcpInstall(
  install: McpTarget & { readonly server: McpServer },
  read: SettingsReader,
): SettingsPlan {
  const { agent, path, name } = install;
  const editor = editors[agent.syntax];
  const text = read(path);
  const place = [agent.key, name];
  const found = findServer(install, text);
  const wanted = entryOf(install);
  if (isDeepStrictEqual(found, wanted)) return [];
  if (found !== undefined && text !== undefined && !isOurs(found, install))
    throw unusable(
      { path, text },
      0,
      `another server is named ${name} here; remove it, or choose another --name`,
    );
  const cleared = found === undefined || text === undefined ? text : editor.remove({ path, text }, place);
  return planOf(path, text, editor.insert({ path, text: cleared }, place, wanted));
}

/** Removes our server. A remote one needs its URL, unless it has our default name. */
export function planMcpUninstall(
  target: McpTarget & { readonly server?: McpServer | undefined },
  read: SettingsReader,
): SettingsPlan {
  const { agent, path, name } = target;
  const text = read(path);
  const found = findServer(target, text);
  if (found === undefined || text === undefined) return [];
  if (!isOurs(found, target))
    throw unusable(
      { path, text },
      0,
      `the server ${name} here does not appear to be Skillwright's; remove it by hand, or give its address with --url`,
    );
  return planOf(path, text, editors[agent.syntax].remove({ path, text }, [agent.key, name]));
}

export type McpStatus = {
  readonly state: SettingsState;
  readonly kind: McpServer["kind"];
  /** Its command line, or its URL. */
  readonly words: readonly string[];
};

/** The state of our server in an agent's settings. */
export function readMcpStatus(target: McpTarget, read: SettingsReader): McpStatus {
  const found = findServer(target, read(target.path));
  if (found === undefined) return { state: "absent", kind: "stdio", words: [] };
  const words = wordsOf(found);
  if (words.length === 0) return { state: "installed", kind: "http", words: urlsOf(found) };
  return { state: isOurs(found, target) ? "installed" : "different", kind: "stdio", words };
}

function findServer({ agent, path, name }: McpTarget, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  return valueAt(editors[agent.syntax].read({ path, text }), [agent.key, name]);
}

function entryOf({ agent, name, server }: McpTarget & { readonly server: McpServer }): JsonObject {
  if (server.kind === "stdio") return agent.stdio({ name, ...server });
  const { url, tokenVariable: variable } = server;
  if (variable === undefined || agent.variable === undefined) return agent.http({ name, url });
  return agent.http({ name, url, token: { variable, header: `Bearer ${agent.variable(variable)}` } });
}

/** Recognizes a program by its words, and a remote server by its URL or our name. */
function isOurs(
  found: unknown,
  { name, program, server }: McpTarget & { readonly server?: McpServer | undefined },
): boolean {
  const words = wordsOf(found);
  if (words.length === 0) return name === "skillwright" || isAt(found, server);
  return words.includes("mcp") && isOwnProgram(words.slice(0, words.indexOf("mcp")), program);
}

function isAt(found: unknown, server: McpServer | undefined): boolean {
  return server?.kind === "http" && urlsOf(found).includes(server.url);
}

/** Every agent uses one of these keys; some put the program and its arguments in one list. */
function wordsOf(entry: unknown): readonly string[] {
  return texts([valueAt(entry, ["command"]), valueAt(entry, ["cmd"]), valueAt(entry, ["args"])]);
}

function urlsOf(entry: unknown): readonly string[] {
  return texts(["url", "httpUrl", "serverUrl", "uri"].map((key) => valueAt(entry, [key])));
}

function texts(values: readonly unknown[]): readonly string[] {
  return values.flat().filter((value) => typeof value === "string");
}
