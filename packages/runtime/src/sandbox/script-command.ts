import type { FileSystem } from "@skillwright/core/discover";

/** The program for a script without a `#!` line, by the end of its name. */
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
 * How to run a script, given by its real path: as its `#!` line says, else by the end of its name, else as it is. Few
 * skills' scripts are marked executable, so that counts only when nothing else is known. Undefined when nothing is.
 */
export function scriptCommand(fs: FileSystem, path: string): readonly [string, ...string[]] | undefined {
  const [interpreter, ...parameters] = readShebang(fs, path);
  if (interpreter !== undefined) return [interpreter, ...parameters, path];
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  const known = Object.hasOwn(interpreters, extension) ? interpreters[extension] : undefined;
  if (known !== undefined) return [known, path];
  return fs.stat(path)?.executable ? [path] : undefined;
}

/** Linux reads 256 bytes of such a line. */
const shebangBytes = 256;

function readShebang(fs: FileSystem, path: string): readonly string[] {
  const text = new TextDecoder().decode(fs.read(path, shebangBytes).bytes);
  const line = /^#!([^\n\r]*)/.exec(text)?.[1] ?? "";
  return line.split(/\s+/).filter((word) => word !== "");
}
