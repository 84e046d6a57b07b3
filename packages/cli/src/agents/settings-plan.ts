/** One file before and after; undefined where it is not there. */
export type SettingsChange = {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

/** What is to be written; nothing when all is as it should be. */
export type SettingsPlan = readonly SettingsChange[];

/** The text of a settings file; undefined when there is none. */
export type SettingsReader = (path: string) => string | undefined;

/** How a part of our own is found in an agent's settings. */
export type SettingsState =
  | "installed"
  | "absent"
  /** Ours, but not as it would be written now; or another's by the same name. */
  | "different"
  /** There, and hooks are switched off. */
  | "off"
  /** There, and nobody has agreed to it yet, so it is not run. */
  | "untrusted";

/** A plan of at most one change. */
export function planOf(path: string, before: string | undefined, after: string | undefined): SettingsPlan {
  return before === after ? [] : [{ path, before, after }];
}
