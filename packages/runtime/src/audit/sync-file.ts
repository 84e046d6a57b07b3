import { close, fdatasync, open } from "node:fs";

/**
 * Waits until a file's data is on disk. Uses callbacks: loading Node's file promises takes as long as a whole
 * append, which matters for processes that make only one.
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
