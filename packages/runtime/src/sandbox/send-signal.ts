/**
 * Sends a signal to a process, or to a group if the number is negative. Returns false if the target no longer
 * exists.
 */
export function sendSignal(target: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    // ESRCH: no such process. EPERM: macOS reports it for a group whose members have all exited, Linux for a
    // group taken over by sudo.
    const codes = target < 0 ? ["ESRCH", "EPERM"] : ["ESRCH"];
    if (error instanceof Error && "code" in error && codes.includes(String(error.code))) return false;
    throw error;
  }
}
