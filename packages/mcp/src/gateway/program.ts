/** A server's process before it is started. */
export type Program = {
  readonly command: string;
  readonly args: readonly string[];
  /** What it gets besides the few harmless variables of ours that programs need, such as PATH. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
};
