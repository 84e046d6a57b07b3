import type { Io } from "./io.ts";

export type Flag = {
  readonly type: "boolean" | "string";
  readonly short?: string;
  /** Placeholder for the value in help: `--profile NAME`. */
  readonly value?: string;
  readonly help: string;
  /** An older spelling that is still accepted but not shown in help. */
  readonly alias?: string;
};
export type Flags = Readonly<Record<string, Flag>>;

export type Invocation = {
  readonly positionals: readonly string[];
  flag(name: string): boolean;
  option(name: string): string | undefined;
  /** Every value of a flag that may be repeated. */
  options(name: string): readonly string[];
};

export type Command = {
  readonly name: string;
  /** Arguments in the usage line. */
  readonly usage: string;
  readonly flags: Flags;
  readonly examples: readonly string[];
  /** Additional help text. */
  readonly notes?: string;
  /** After this many words, the rest is passed to another program unparsed; a leading `--` is dropped. */
  readonly ownWords?: number;
  readonly run: (invocation: Invocation, io: Io) => Promise<number>;
};

/** Wrong usage: exit code 2 with a pointer to the help. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
