import { readable } from "./readable.ts";

/** Makes text that arrives in pieces safe to print. */
export type StreamedText = {
  push(piece: string): string;
  /** Text held back for a next piece that never came. */
  end(): string;
};

export function createStreamedText(): StreamedText {
  let held = "";
  return {
    push: (piece) => {
      const text = held + piece;
      held = cutInTwo.exec(text)?.[0] ?? "";
      return readable(text.slice(0, text.length - held.length));
    },
    end: () => {
      const text = held;
      held = "";
      return readable(text);
    },
  };
}

/** Half a surrogate pair or half a CRLF, which must not be printed alone. */
const cutInTwo = /[\r\ud800-\udbff]$/;
