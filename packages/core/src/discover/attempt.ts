import { SkillError } from "../error.ts";

/** What an action on files answers; undefined when the file system refuses it. Bugs pass through. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
