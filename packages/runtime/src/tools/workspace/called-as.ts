import { SkillError } from "@skillwright/core";

/** In errors a file has the name that its caller gave it. */
export function calledAs<Value>(name: string, action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    throw new SkillError(error.code, { ...error.details, path: name }, { cause: error });
  }
}
