import { spawn } from "node:child_process";
import xterm from "@xterm/headless";
import { expect } from "vitest";
import { root } from "./source-files.ts";

export type TestTerminal = {
  /** Everything that the command wrote, byte by byte. */
  raw(): string;
  /** What a person sees now, with what has scrolled away. */
  screen(): string;
  /** Waits until the screen has a text. */
  sees(text: string): Promise<void>;
  press(keys: string): void;
  /** The exit code. */
  readonly ended: Promise<number | null>;
};

export const keys = {
  down: "\u001b[B",
  tab: "\t",
  enter: "\r",
  back: "\u007f",
  interrupt: "\u0003",
  end: "\u0004",
};

export type TerminalOptions = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
};

/** Starts the real command on a pseudo-terminal of `script`, drawn by a terminal emulator. */
export function openTerminal(words: readonly string[], options: TerminalOptions): TestTerminal {
  const { cwd, env, columns = 80 } = options;
  const command = [process.execPath, `${root}packages/cli/bin/skillwright.mjs`, ...words]
    .map(quote)
    .join(" ");
  const { FORCE_COLOR: _, NO_COLOR: __, CI: ___, ...inherited } = process.env;
  const child = spawn(
    "script",
    ["-qfec", `stty cols ${columns} rows ${rows} && exec ${command}`, "/dev/null"],
    { cwd, env: { ...inherited, TERM: "xterm-256color", SHELL: "/bin/sh", ...env } },
  );
  const emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  let raw = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    raw += text;
    emulator.write(text);
  });
  const screen = (): string => {
    const { active } = emulator.buffer;
    const lines = Array.from({ length: active.length }, (_line, row) =>
      active.getLine(row)?.translateToString(true),
    );
    return lines.join("\n").trimEnd();
  };
  return {
    raw: () => raw,
    screen,
    sees: (text) => expect.poll(screen, { timeout: 30_000, interval: 20 }).toContain(text),
    press: (text) => void child.stdin.write(text),
    ended: new Promise((resolve, reject) => child.on("error", reject).on("close", resolve)),
  };
}

const rows = 40;

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
