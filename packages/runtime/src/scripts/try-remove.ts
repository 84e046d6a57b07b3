/** Removes one of our own files; one that a script made unremovable is left to the system. */
export function tryRemove(remove: () => void): void {
  try {
    remove();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
