/** Sends a signal to a process, or with a negative number to a group. False when there is none any more. */
export function sendSignal(target: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(target, signal);
  } catch (error) {
    // ESRCH: nobody is there. EPERM: macOS says so of a group whose members have all ended, Linux of one that sudo has taken over.
    const codes = target < 0 ? ["ESRCH", "EPERM"] : ["ESRCH"];
    if (error instanceof Error && "code" in error && codes.includes(String(error.code))) return false;
    throw error;
  }
}
