import type { JsonObject } from "@skillwright/core/text";
import type { Place } from "../io.ts";

export type SettingsScope = "project" | "user";
type SettingsSyntax = "json" | "toml" | "yaml";

/** What the places of settings depend on. */
export type Surroundings = {
  /** Folder of the project. */
  readonly project: string;
  readonly place: Pick<Place, "home" | "configFolder" | "platform">;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** The file of each scope that an agent has; of several that it reads, the first that is there, else the first. */
export type SettingsPlaces = Readonly<
  Partial<Record<SettingsScope, (surroundings: Surroundings) => readonly string[]>>
>;

/** How an agent calls programs on events. Its settings are JSON with an object `hooks` of lists, one for each event. */
export type HookAgent = {
  readonly id: string;
  readonly name: string;
  readonly files: SettingsPlaces;
  /** Keys that the agent wants in the file besides. */
  readonly frame: JsonObject;
  readonly events: readonly HookEventRow[];
  /** One entry of an event's list. */
  entry(event: HookEventRow, command: string): JsonObject;
  /**
   * Whether a command that fails must be turned into the exit code 2, with words on standard error, because the agent would
   * otherwise go on.
   */
  readonly goesOnAfterFailure: boolean;
  /** Whether a hook that fails stops the conversation itself, so that failures must be hidden from it where no call waits. */
  readonly stopsAfterFailure: boolean;
  /** Whether settings say that no hooks are run. */
  isOff(settings: unknown): boolean;
  /** Other files in which that can be said too. */
  readonly switches: (surroundings: Surroundings) => readonly string[];
  /** Absent when hooks need no consent of their own. */
  readonly consent?: HookConsent;
  /** How a line in the project's settings names the project's folder, for a shell; absent where it cannot. */
  readonly projectFolder?: string;
  /** What a person must still do. */
  readonly next: Readonly<Record<SettingsScope, string>>;
  /** What the hook does not see or cannot do. */
  readonly limits: string;
};

export type HookEventRow = {
  readonly event: string;
  /** Which tools; all when absent. */
  readonly matcher?: string;
  /**
   * What the agent waits for: leave for a call, which a failure must not give; that something was heard, which a failure must
   * not make a user pay for; or a goodbye, for which agents have little time.
   */
  readonly kind: "call" | "notice" | "farewell";
};

/** A hook of ours as it stands in settings. */
export type PlacedHook = {
  readonly event: string;
  /** Its place in the event's list. */
  readonly index: number;
  readonly entry: unknown;
};

/** What an agent keeps of which hooks a person has agreed to. */
export type HookConsent = {
  readonly file: (surroundings: Surroundings) => string;
  find(asked: ConsentRequest, file: { readonly path: string; readonly text: string | undefined }): Consent;
};
export type Consent = "trusted" | "untrusted" | "off";
export type ConsentRequest = {
  /** The settings with the hooks, as the agent may call them. */
  readonly paths: readonly string[];
  /** The folder of the project, for hooks that it brings along, as the agent may call it. */
  readonly projects: readonly string[];
  readonly hooks: readonly PlacedHook[];
};

/** How an agent is told of an MCP server: an object of servers by name at a top-level key. */
export type McpAgent = {
  readonly id: string;
  readonly name: string;
  readonly syntax: SettingsSyntax;
  readonly files: SettingsPlaces;
  readonly key: string;
  stdio(server: StdioServer): JsonObject;
  http(server: HttpServer): JsonObject;
  /** Text that the agent replaces by an environment variable; absent when it cannot send a token from one. */
  readonly variable?: (name: string) => string;
  /** How an argument in the project's settings names the project's folder; absent where it cannot. */
  readonly projectFolder?: string;
  readonly next: Readonly<Record<SettingsScope, string>>;
};

export type StdioServer = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Variables that it must have, whatever the agent passes on. */
  readonly env: Readonly<Record<string, string>>;
};
export type HttpServer = {
  readonly name: string;
  readonly url: string;
  /** The environment variable with the token, and what the header says; absent when none is needed. */
  readonly token?: { readonly variable: string; readonly header: string };
};

/** A folder below the home folder, unless a variable names another. */
export function homeFolder({ place, environment }: Surroundings, folder: string, variable?: string): string {
  const named = variable === undefined ? undefined : environment[variable];
  return named ? slashed(named) : `${place.home}/${folder}`;
}

/** Where programs of the system keep settings: APPDATA on Windows, Application Support on macOS where `apple` says so. */
export function configFolderOf({ place, environment }: Surroundings, apple = false): string {
  if (place.platform === "win32") return slashed(environment.APPDATA || `${place.home}/AppData/Roaming`);
  if (place.platform === "darwin" && apple) return `${place.home}/Library/Application Support`;
  return place.configFolder;
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}
