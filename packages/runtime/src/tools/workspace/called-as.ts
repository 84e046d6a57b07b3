import { SkillError } from "@skillwright/core";

/** Errors use the name the caller gave. */
export function calledAs<Value>(name: string, action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    throw new SkillError(error.code, { ...error.details, path: name }, { cause: error });
  }
}
