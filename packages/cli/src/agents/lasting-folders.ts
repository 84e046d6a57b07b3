import { isAbsolute } from "node:path";

/**
 * Of the folders with programs those in which agents look too: npm and its like put others in front, for the time that they run a
 * command, and what is relative depends on where one stands.
 */
export function lastingFolders(programs: readonly string[]): readonly string[] {
  return programs.filter((folder) => isAbsolute(folder) && !passing.test(folder));
}

const passing = /\/node_modules\/\.bin\/?$|\/node-gyp-bin\/?$|\/_npx\//;
