import { readable } from "./readable.ts";

/** Text that arrives in pieces, safe to print as it comes. */
export type StreamedText = {
  push(piece: string): string;
  /** What was held back for a next piece that never came. */
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

/** Half a character or half a line break: alone, it would be printed as something else. */
const cutInTwo = /[\r\ud800-\udbff]$/;
