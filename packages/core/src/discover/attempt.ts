import { SkillError } from "../error.ts";

/**
 * What an action on files answers; undefined when the file system refuses it: names come from skills, and may be too
 * long, in a loop or forbidden. Bugs pass through.
 */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
