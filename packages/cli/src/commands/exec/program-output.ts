import { createSequenceFilter } from "@skillwright/runtime";
import type { Io } from "../../io.ts";
import { createStreamedText } from "../../terminal/safe-text.ts";

/** Passes on a program's output as it arrives. */
export type ProgramOutput = {
  hear(stream: "stdout" | "stderr", bytes: Uint8Array): Promise<void>;
  /** Flushes incomplete sequences. */
  end(): Promise<void>;
};

/** Unchanged bytes in a pipe; on a terminal, without sequences that move the cursor or hide text. */
export function createProgramOutput(io: Io): ProgramOutput {
  const { screen, live } = io.terminal;
  const stdout = screen ? createPlainOutput(io.out) : createRawOutput(io.out);
  const stderr = screen || live ? createPlainOutput(io.err) : createRawOutput(io.err);
  const streams = { stdout, stderr };
  return {
    hear: (stream, bytes) => streams[stream].hear(bytes),
    end: async () => {
      await stdout.end();
      await stderr.end();
    },
  };
}

type Output = { hear(bytes: Uint8Array): Promise<void>; end(): Promise<void> };

function createRawOutput(print: Io["out"]): Output {
  return { hear: print, end: async () => {} };
}

function createPlainOutput(print: Io["out"]): Output {
  const decoder = new TextDecoder();
  const filter = createSequenceFilter();
  const text = createStreamedText();
  return {
    hear: (bytes) => print(text.push(filter.push(decoder.decode(bytes, { stream: true })))),
    end: () => print(text.push(filter.push(decoder.decode()) + filter.end()) + text.end()),
  };
}
