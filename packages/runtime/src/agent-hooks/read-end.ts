import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** The last bytes of a file as text; undefined if it cannot be read. */
export type ReadEnd = (path: string, bytes: number) => string | undefined;

/** Reads the end of a regular file; other files could keep the reader waiting. */
export const readEnd: ReadEnd = (path, bytes) => {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const { size } = fstatSync(file);
    if (!fstatSync(file).isFile()) return undefined;
    const end = Buffer.alloc(Math.min(size, bytes));
    const length = readSync(file, end, 0, end.length, size - end.length);
    return end.toString("utf8", 0, length);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
};
