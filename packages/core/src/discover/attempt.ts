import { SkillError } from "../error.ts";

/**
 * Runs an action on files and returns undefined when the file system refuses it: paths come from skills and may be too
 * long, looping or forbidden. Bugs still throw.
 */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
