import type { Io } from "./io.ts";

export type Flag = {
  readonly type: "boolean" | "string";
  readonly short?: string;
  /** Word for the value in help: `--profile NAME`. */
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
  readonly summary: string;
  /** Arguments in the usage line. */
  readonly usage: string;
  readonly flags: Flags;
  readonly examples: readonly string[];
  /** Further lines of help. */
  readonly notes?: string;
  /** After so many words, the rest belongs to another program: it is not read for flags, and may begin with a `--` of its own. */
  readonly ownWords?: number;
  readonly run: (invocation: Invocation, io: Io) => Promise<number>;
};

/** The caller used the command wrongly: exit code 2, with a pointer to the help. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
