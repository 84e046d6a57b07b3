import type { Io } from "../../io.ts";

export type BufferedOut = { write(text: string): Promise<void>; flush(): Promise<void> };

/** Buffers standard output to save system calls. */
export function createBufferedOut(io: Io): BufferedOut {
  let buffer = "";
  const flush = async (): Promise<void> => {
    const text = buffer;
    buffer = "";
    if (text !== "") await io.out(text);
  };
  return {
    write: async (text) => {
      buffer += text;
      if (buffer.length >= pieceLength) await flush();
    },
    flush,
  };
}

const pieceLength = 64 * 1024;
