/** Everything a command may touch of the outside world. */
export type Io = {
  /** Resolves once the reader has room again, so output of any size arrives whole. */
  out(text: string): Promise<void>;
  err(text: string): Promise<void>;
  /** All of standard input, at most `maxBytes`. */
  readInput(maxBytes: number): Promise<Uint8Array>;
  /** One line from a person; undefined when nobody is there to ask. */
  ask(question: string): Promise<string | undefined>;
  /** Milliseconds since some fixed moment. */
  now(): number;
  readonly cwd: string;
  readonly terminal: TerminalTraits;
};

export type TerminalTraits = {
  /** Standard output and error may be coloured. */
  readonly colour: boolean;
  readonly columns: number;
  /** A person reads standard error, so progress may be drawn there. */
  readonly live: boolean;
};
