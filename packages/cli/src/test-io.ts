import type { Io } from "./io.ts";

export type TestIoOptions = {
  /** Standard input. */
  readonly input?: string | Uint8Array;
  /** What a person types, question by question; nobody is there when absent. */
  readonly answers?: readonly string[];
  readonly colour?: boolean;
  readonly columns?: number;
  readonly cwd?: string;
};
export type TestIo = Io & {
  /** All that was written so far. */
  readonly written: { out: string; err: string };
  /** The questions put to the person so far. */
  readonly asked: readonly string[];
};

/** An Io for tests: keeps what is written, answers from a list. */
export function createTestIo(options: TestIoOptions = {}): TestIo {
  const { input = "", answers = [], colour = false, columns = 80, cwd = process.cwd() } = options;
  const written = { out: "", err: "" };
  const asked: string[] = [];
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  return {
    written,
    asked,
    out: async (text) => {
      written.out += text;
    },
    err: async (text) => {
      written.err += text;
    },
    readInput: async (maxBytes) => bytes.slice(0, maxBytes + 1),
    ask: async (question) => answers[asked.push(question) - 1],
    now: () => 0,
    cwd,
    terminal: { colour, columns, live: false },
  };
}
