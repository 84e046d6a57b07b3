import type { Io } from "../io.ts";
import { createStreamedText } from "./streamed-text.ts";

/** A conversation on a terminal: what the model says on one stream, lines on what it does on standard error. */
export type Transcript = {
  /** A piece of the model's text, printed as it comes. */
  say(piece: string): void;
  /** What is said next is a paragraph of its own. */
  pause(): void;
  line(words: string): void;
  /** Lines apart from everything before them. */
  block(words: string): void;
  /** Ends the text, so that others can write to the screen. */
  rest(): void;
  /** Resolves once everything is written; nothing more is until its answer is called. */
  hold(): Promise<() => void>;
  /** Resolves once everything is written. */
  written(): Promise<void>;
};

/** Text and lines in the order in which they come, a blank line between the two. */
export function createTranscript(io: Io, textStream: "out" | "err"): Transcript {
  let section: "none" | "text" | "lines" = "none";
  let text = createStreamedText();
  /** Line breaks that turn out to be the end of the text when nothing follows them. */
  let breaks = "";
  let last: Promise<void> = Promise.resolve();
  const write = (stream: "out" | "err", words: string): void => {
    last = last.then(() => io[stream](words));
  };
  const show = (piece: string): void => {
    const whole = section === "text" ? breaks + piece : piece.trimStart();
    breaks = /\n*$/.exec(whole)?.[0] ?? "";
    const words = whole.slice(0, whole.length - breaks.length);
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
