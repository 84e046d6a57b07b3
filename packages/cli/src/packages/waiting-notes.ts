import { printable } from "@skillwright/core/text";
import { createPathNames } from "../catalog/open-catalog.ts";
import type { Io } from "../io.ts";
import { wrapMessage } from "../terminal/wrap-message.ts";

/** Says what to do with each file that an update left beside the user's, one line each; empty if there are none. */
export function waitingNotes(paths: readonly string[], io: Io): string {
  const { short } = createPathNames(new Map(), io);
  const lines = paths.slice(0, maxNotes).map((path) => `Note: ${waitingText(path, short)}\n`);
  const more = paths.length > maxNotes ? [`Note: ${paths.length - maxNotes} more like these.\n`] : [];
  return wrapMessage([...lines, ...more].join(""), io);
}

const maxNotes = 10;

/** One sentence about one file. */
export function waitingText(path: string, nameOf: (path: string) => string): string {
  const name = nameOf(path);
  return `${printable(name)} still has to be merged into your version. Then delete it.`;
}
