import { createSequenceFilter } from "@skillwright/runtime";
import type { Io } from "../io.ts";
import { createStreamedText } from "./streamed-text.ts";

/** Passes on what a program prints, as it comes. */
export type ProgramOutput = {
  hear(stream: "stdout" | "stderr", bytes: Uint8Array): Promise<void>;
  /** Prints what was held back in the hope of more. */
  end(): Promise<void>;
};

/** Byte for byte where another program reads; where a person does, without anything that moves a cursor or hides text. */
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
