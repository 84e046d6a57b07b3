/** A file's text before and after; undefined if it does not exist. */
export type SettingsChange = {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

/** Changes to write; empty if there is nothing to do. */
export type SettingsPlan = readonly SettingsChange[];

/** Reads a settings file; undefined if it does not exist. */
export type SettingsReader = (path: string) => string | undefined;

/** State of our entry in an agent's settings. */
export type SettingsState =
  | "installed"
  | "absent"
  /** Ours but outdated, or a foreign entry of the same name. */
  | "different"
  /** Present, but hooks are disabled. */
  | "off"
  /** Present, but the user has not agreed to it yet, so the agent skips it. */
  | "untrusted";

/** A plan of at most one change. */
export function planOf(path: string, before: string | undefined, after: string | undefined): SettingsPlan {
  return before === after ? [] : [{ path, before, after }];
}
