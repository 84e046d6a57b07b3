import { exitCode } from "../exit-code.ts";
import { type Io, readerLeft } from "../io.ts";

/** Exit code of a command that was interrupted; undefined if it was not. */
export function endedCode({ signal }: Pick<Io, "signal">): number | undefined {
  const { aborted, reason } = signal();
  if (!aborted) return undefined;
  return reason === readerLeft ? exitCode.unread : exitCode.interrupted;
}
