/** Everything a command may touch of the outside world. */
export type Io = {
  /** Resolves once the reader has room again, so output of any size arrives whole. */
  out(text: string | Uint8Array): Promise<void>;
  err(text: string | Uint8Array): Promise<void>;
  /** All of standard input, at most `maxBytes`. */
  readInput(maxBytes: number): Promise<Uint8Array>;
  /** A file, or standard input when none is named, piece by piece from a byte on; failures are `SkillError`s. */
  stream(file: string | undefined, start?: number): AsyncIterable<Uint8Array>;
  /** Waits; false when there is nobody to go on for, since the reader of standard output has left. */
  wait(ms: number): Promise<boolean>;
  /** One line from a person; undefined when nobody is there to ask, or no longer since the signal fired. */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** The time of day, in milliseconds since 1970. */
  today(): number;
  readonly cwd: string;
  /** Variables of the process; only what talks to models and starts programs has a use for them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Fires when the user asks the command to end (Ctrl-C, a closed terminal), or nobody reads its output any more. Whoever asks for it answers
   * for ending: Ctrl-C then does nothing else.
   */
  signal(): AbortSignal;
  readonly place: Place;
  readonly terminal: TerminalTraits;
};

/** What a command needs that an agent starts for every call it makes. */
export type HookIo = Pick<Io, "out" | "err" | "readInput" | "cwd" | "environment" | "place">;

/** The reason with which `signal` fires when nobody reads the output: then nothing more is said. */
export const readerLeft = "reader-left";

export type TerminalTraits = {
  /** A person reads standard output, so nothing that moves a cursor may pass through it. */
  readonly screen: boolean;
  /** Standard input comes from somewhere other than a keyboard. */
  readonly piped: boolean;
  /** Standard output and error may be coloured. */
  readonly colour: boolean;
  readonly columns: number;
  /** A person reads standard error, so progress may be drawn there. */
  readonly live: boolean;
};

/** Where this user keeps things, on this kind of machine. Paths have `/`. */
export type Place = {
  readonly home: string;
  /** Where programs of all kinds keep what a user sets; agents have skills there. */
  readonly configFolder: string;
  readonly platform: "linux" | "darwin" | "win32";
  /** State that must be kept: trust, configuration, packages. */
  readonly dataFolder: string;
  /** What the machine's administrator has set for all users. */
  readonly systemFolder: string;
  /** State that can be made anew: the index. */
  readonly cacheFolder: string;
  /** Version of Node. */
  readonly node: string;
  /** Folders with programs. */
  readonly programs: readonly string[];
  /** What this command was started as, to be started so again: Node and its script. */
  readonly command: readonly string[];
};
