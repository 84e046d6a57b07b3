import type { JsonObject } from "@skillwright/core/text";
import type { AgentName } from "@skillwright/runtime";
import type { Place } from "../io.ts";

export type SettingsScope = "project" | "user";
type SettingsSyntax = "json" | "toml" | "yaml";

/** What the paths of settings files depend on. */
export type Surroundings = {
  /** Folder of the project. */
  readonly project: string;
  readonly place: Pick<Place, "home" | "configFolder" | "platform">;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Candidate settings files per scope, in order: the first that exists is used, otherwise the first. */
export type SettingsPlaces = Readonly<
  Partial<Record<SettingsScope, (surroundings: Surroundings) => readonly string[]>>
>;

/** An agent with hooks. Its settings are JSON with an object `hooks` that holds one list per event. */
export type HookAgent = {
  readonly id: AgentName;
  readonly name: string;
  readonly files: SettingsPlaces;
  /** For an agent that asks plugins: the file is a plugin with our command line, and holds no settings. */
  readonly plugin?: {
    write(line: string): string;
    /** The command line in a plugin of ours; undefined for another file. */
    lineIn(text: string): string | undefined;
  };
  /** Other keys that the agent requires in the file. */
  readonly frame: JsonObject;
  readonly events: readonly HookEventRow[];
  /** One entry in an event's list. */
  entry(event: HookEventRow, command: string): JsonObject;
  /**
   * Whether the agent continues after a hook fails. If so, a failure must become exit code 2 with a message on standard error.
   */
  readonly goesOnAfterFailure: boolean;
  /** Whether a failing hook stops the conversation. If so, failures are hidden for events that no call waits for. */
  readonly stopsAfterFailure: boolean;
  /** Whether these settings disable all hooks. */
  isOff(settings: unknown): boolean;
  /** Other files that can disable hooks. */
  readonly switches: (surroundings: Surroundings) => readonly string[];
  /** Absent when the agent runs hooks without separate consent. */
  readonly consent?: HookConsent;
  /** Shell expression for the project's folder in the project's settings; absent when the agent has none. */
  readonly projectFolder?: string;
  /** What the user still has to do. */
  readonly next: Readonly<Record<SettingsScope, string>>;
  /** What the hook cannot see or do. */
  readonly limits: string;
};

export type HookEventRow = {
  readonly event: string;
  /** Which tools; all if absent. */
  readonly matcher?: string;
  /**
   * `call`: the agent waits for permission, so a failure must refuse. `notice`: it only informs, so a failure must not disturb
   * the user. `farewell`: the session ends, and agents allow little time.
   */
  readonly kind: "call" | "notice" | "farewell";
};

/** One of our hooks as found in the settings. */
export type PlacedHook = {
  readonly event: string;
  /** Index in the event's list. */
  readonly index: number;
  readonly entry: unknown;
};

/** Where an agent records which hooks the user has agreed to. */
export type HookConsent = {
  readonly file: (surroundings: Surroundings) => string;
  find(asked: ConsentRequest, file: { readonly path: string; readonly text: string | undefined }): Consent;
};
export type Consent = "trusted" | "untrusted" | "off";
export type ConsentRequest = {
  /** Paths of the settings file, in every spelling the agent may use. */
  readonly paths: readonly string[];
  /** The project's folder in every spelling the agent may use; empty for hooks in the user's settings. */
  readonly projects: readonly string[];
  readonly hooks: readonly PlacedHook[];
};

/** An agent that can use MCP servers. Its settings hold an object of servers by name under a top-level key. */
export type McpAgent = {
  readonly id: string;
  readonly name: string;
  readonly syntax: SettingsSyntax;
  readonly files: SettingsPlaces;
  readonly key: string;
  stdio(server: StdioServer): JsonObject;
  http(server: HttpServer): JsonObject;
  /** Placeholder that the agent replaces with an environment variable; absent when it cannot read tokens from one. */
  readonly variable?: (name: string) => string;
  /** Placeholder for the project's folder in arguments; absent when the agent has none. */
  readonly projectFolder?: string;
  readonly next: Readonly<Record<SettingsScope, string>>;
};

export type StdioServer = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Variables that the server needs regardless of what the agent passes on. */
  readonly env: Readonly<Record<string, string>>;
};
export type HttpServer = {
  readonly name: string;
  readonly url: string;
  /** Environment variable with the token, and the header value; absent when no token is needed. */
  readonly token?: { readonly variable: string; readonly header: string };
};

/** A folder in the home folder, unless a variable names another. */
export function homeFolder({ place, environment }: Surroundings, folder: string, variable?: string): string {
  const named = variable === undefined ? undefined : environment[variable];
  return named ? slashed(named) : `${place.home}/${folder}`;
}

/** The platform's folder for settings: APPDATA on Windows, and on macOS Application Support if `apple` is true. */
export function configFolderOf({ place, environment }: Surroundings, apple = false): string {
  if (place.platform === "win32") return slashed(environment.APPDATA || `${place.home}/AppData/Roaming`);
  if (place.platform === "darwin" && apple) return `${place.home}/Library/Application Support`;
  return place.configFolder;
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}
