import { exitCode } from "../exit-code.ts";
import { type Io, readerLeft } from "../io.ts";

/** What a command answers with that was asked to end before it was done; undefined when nobody asked. */
export function endedCode({ signal }: Pick<Io, "signal">): number | undefined {
  const { aborted, reason } = signal();
  if (!aborted) return undefined;
  return reason === readerLeft ? exitCode.unread : exitCode.interrupted;
}
