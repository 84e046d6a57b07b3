import type { FileSystem } from "@skillwright/core/discover";

/** Interpreters for scripts without a `#!` line, by file extension. */
const interpreters: Readonly<Record<string, string>> = {
  sh: "sh",
  bash: "bash",
  zsh: "zsh",
  py: "python3",
  js: "node",
  mjs: "node",
  cjs: "node",
  ts: "node",
  mts: "node",
  rb: "ruby",
  pl: "perl",
  ps1: "pwsh",
};

/**
 * The command for a script (a real path): from its `#!` line, else from its extension, else the file itself if
 * it is executable. The executable bit comes last because few skills set it. Undefined if none applies.
 */
export function scriptCommand(fs: FileSystem, path: string): readonly [string, ...string[]] | undefined {
  const [interpreter, ...parameters] = readShebang(fs, path);
  if (interpreter !== undefined) return [interpreter, ...parameters, path];
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  const known = Object.hasOwn(interpreters, extension) ? interpreters[extension] : undefined;
  if (known !== undefined) return [known, path];
  return fs.stat(path)?.executable ? [path] : undefined;
}

/** Linux reads 256 bytes of a `#!` line. */
const shebangBytes = 256;

/** The words of a `#!` line. */
export function readShebang(fs: FileSystem, path: string): readonly string[] {
  const text = new TextDecoder().decode(fs.read(path, shebangBytes).bytes);
  const line = /^#!([^\n\r]*)/.exec(text)?.[1] ?? "";
  return line.split(/\s+/).filter((word) => word !== "");
}
