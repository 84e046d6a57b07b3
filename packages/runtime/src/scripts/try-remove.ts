/** Removes something of our own; what a script made unremovable is left to the system, and not worth a failure. */
export function tryRemove(remove: () => void): void {
  try {
    remove();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
