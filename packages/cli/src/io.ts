import type { SelectQuestion } from "./terminal/select-many.ts";
import type { Background } from "./terminal/style.ts";

/** A command's access to the outside world. */
export type Io = {
  /** Resolves once the reader has room again, so output of any size arrives complete. */
  out(text: string | Uint8Array): Promise<void>;
  err(text: string | Uint8Array): Promise<void>;
  /** All of standard input, at most `maxBytes`. */
  readInput(maxBytes: number): Promise<Uint8Array>;
  /** Streams a file, or standard input, from a byte offset; failures are `SkillError`s. */
  stream(file: string | undefined, start?: number): AsyncIterable<Uint8Array>;
  /** Waits; resolves to false if the reader of standard output has left. */
  wait(ms: number): Promise<boolean>;
  /** One line from the user; undefined without a terminal or once the signal fires. */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>;
  /** The same, without showing what the user types. */
  askSecret(question: string): Promise<string | undefined>;
  /** Indexes of the choices that the user selects; undefined without a live terminal, or if the user cancels. */
  select(question: SelectQuestion): Promise<readonly number[] | undefined>;
  /** Monotonic clock in milliseconds. */
  now(): number;
  /** Wall clock in milliseconds since 1970. */
  today(): number;
  readonly cwd: string;
  /** Environment variables, for code that talks to models or starts programs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Fires when the user interrupts the command (Ctrl-C, a closed terminal) or the reader of its output leaves. A caller of this
   * must end the command itself, because Ctrl-C no longer does.
   */
  signal(): AbortSignal;
  readonly place: Place;
  readonly terminal: TerminalTraits;
};

/** The subset for hooks, which agents start for every call. */
export type HookIo = Pick<
  Io,
  "out" | "err" | "readInput" | "now" | "today" | "cwd" | "environment" | "place"
>;

/** The abort reason when the reader of standard output left; nothing more is printed then. */
export const readerLeft = "reader-left";

export type TerminalTraits = {
  /** Standard output is a terminal, so untrusted escape sequences must be filtered. */
  readonly screen: boolean;
  /** Standard input is not a terminal. */
  readonly piped: boolean;
  /** Whether to use colors. */
  readonly color: boolean;
  readonly background: Background;
  readonly columns: number;
  /** Standard error is a terminal, so progress may be drawn there. */
  readonly live: boolean;
};

/** Folders of this user and machine. Paths use `/`. */
export type Place = {
  readonly home: string;
  /** The user's configuration folder, where some agents keep skills. */
  readonly configFolder: string;
  readonly platform: "linux" | "darwin" | "win32";
  /** Persistent state: trust, configuration, packages. */
  readonly dataFolder: string;
  /** Set up by the machine's administrator for all users. */
  readonly systemFolder: string;
  /** State that can be rebuilt: the index. */
  readonly cacheFolder: string;
  /** Version of Node. */
  readonly node: string;
  /** Folders on PATH. */
  readonly programs: readonly string[];
  /** How to start this program again: Node and its script. */
  readonly command: readonly string[];
};
