import { cutEnd } from "@skillwright/core/text";
import type { Io } from "../../io.ts";
import { createStreamedText } from "../../terminal/safe-text.ts";

/** A conversation in the terminal: the model's text on one stream, activity lines on standard error. */
export type Transcript = {
  /** Prints a piece of the model's text. */
  say(piece: string): void;
  /** Starts a new paragraph with the next text. */
  pause(): void;
  line(words: string): void;
  /** Lines separated from everything before. */
  block(words: string): void;
  /** Ends the text, so that others can write to the terminal. */
  rest(): void;
  /** Resolves once everything is written; pauses output until the returned function is called. */
  hold(): Promise<() => void>;
  /** Resolves once everything is written. */
  written(): Promise<void>;
};

/** Prints text and lines in order, separated by empty lines. */
export function createTranscript(io: Io, textStream: "out" | "err"): Transcript {
  let section: "none" | "text" | "lines" = "none";
  let text = createStreamedText();
  /** Trailing line breaks, dropped if nothing follows. */
  let breaks = "";
  let last: Promise<void> = Promise.resolve();
  const write = (stream: "out" | "err", words: string): void => {
    last = last.then(() => io[stream](words));
  };
  const show = (piece: string): void => {
    const whole = section === "text" ? breaks + piece : piece.trimStart();
    const words = cutEnd(whole, /\n/);
    breaks = whole.slice(words.length);
    if (words === "") return;
    if (section === "lines") write("err", "\n");
    section = "text";
    write(textStream, words);
  };
  const pause = (): void => {
    show(text.end());
    text = createStreamedText();
    if (section === "text") breaks = "\n\n";
  };
  const line = (words: string): void => {
    pause();
    if (section === "text") write(textStream, "\n");
    if (section === "text") write("err", "\n");
    write("err", `${words}\n`);
    section = "lines";
  };
  return {
    say: (piece) => show(text.push(piece)),
    pause,
    line,
    rest: () => {
      pause();
      if (section === "text") write(textStream, "\n");
      section = "none";
    },
    hold: async () => {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = before.then(() => promise);
      await before;
      return resolve;
    },
    block: (words) => line(section === "lines" ? `\n${words}` : words),
    written: () => last,
  };
}
