import { close, fdatasync, open } from "node:fs";

/**
 * Waits until the disk has what was written to a file. By callbacks: Node's promises of files take as long to load as a whole
 * append, which counts for processes that make one.
 */
export function syncFile(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    open(path, "r+", (failure, descriptor) => {
      if (failure !== null) return reject(failure);
      fdatasync(descriptor, (unsynced) => {
        close(descriptor, (unclosed) => {
          const error = unsynced ?? unclosed;
          if (error) reject(error);
          else resolve();
        });
      });
    });
  });
}
