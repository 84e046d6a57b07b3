import { limits } from "@skillwright/core";
import { policyLimits } from "@skillwright/core/policy";
import { countCodePoints } from "@skillwright/core/text";
import { compileExpression } from "./compile-expression.ts";
import { testingLimits } from "./limits.ts";

/** Why a text is invalid, to complete the sentence "command: …"; undefined when it is valid. */
export type TextFault = (text: string) => string | undefined;

export const nameFault: TextFault = (text) => {
  if (text.length > limits.nameLength)
    return `expected at most ${limits.nameLength} characters, found ${countCodePoints(text)}`;
  if (text === "") return "expected a name, found nothing";
  return /^[a-z0-9-]+$/.test(text) ? undefined : "expected only a-z, 0-9 and hyphens";
};

export const commandFault: TextFault = (text) => {
  if (text.trim() === "") return "expected a command, found nothing";
  if (text.length > policyLimits.shellCommandCharacters)
    return `expected at most ${policyLimits.shellCommandCharacters} characters, found ${text.length}`;
  return text.includes("\0") ? "a command cannot contain NUL" : undefined;
};

/** Every output contains the empty text, so such an expectation is meaningless. */
export const snippetFault: TextFault = (text) => (text === "" ? "expected text, found nothing" : undefined);

export const blankFault: TextFault = (text) =>
  text.trim() === "" ? "expected text, found nothing" : undefined;

export const expressionFault: TextFault = (text) => {
  if (text === "") return "expected a regular expression, found nothing";
  if (text.length > testingLimits.testExpressionCharacters)
    return `expected at most ${testingLimits.testExpressionCharacters} characters, found ${text.length}`;
  const expression = compileExpression(text);
  return expression instanceof RegExp ? undefined : expression.fault;
};

export const pathFault: TextFault = (text) => {
  if (text.length > limits.filePathLength)
    return `expected at most ${limits.filePathLength} characters, found ${text.length}`;
  // A Windows drive.
  if (text.startsWith("/") || /^[A-Za-z]:/.test(text))
    return "expected a path relative to the skill, found an absolute one";
  if (/[\p{Cc}\\]/u.test(text) || !text.isWellFormed())
    return "expected a path with / as the separator and no unprintable characters";
  if (text.split("/").includes("..")) return "expected a path without .. because it could leave the skill";
  return toPlainPath(text) === "" ? "expected a path, found none" : undefined;
};

/** The path without redundant parts, as in `./a//b/`. */
export function toPlainPath(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
