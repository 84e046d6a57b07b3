/** A server's process before it is started. */
export type Program = {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables besides the few harmless ones that programs need, such as PATH. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
};
