import { limits } from "@skillwright/core";
import { readNumber, readText, type YamlNode } from "@skillwright/core/parse";
import { policyLimits } from "@skillwright/core/policy";
import { countCodePoints } from "@skillwright/core/text";
import { testingLimits } from "./limits.ts";
import type { Complaint } from "./read-test-file.ts";
import { compileExpression } from "./regular-expression.ts";

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
  return typeof expression === "function" ? undefined : expression.fault;
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

export type FixtureOptions = {
  /** Whether a fixture exists, by its path in the skill. Not checked when absent. */
  readonly hasFile?: (path: string) => boolean;
};

/** Why the path of a fixture is invalid. */
export function fixtureFault({ hasFile = () => true }: FixtureOptions): TextFault {
  return (path) => pathFault(path) ?? (hasFile(toPlainPath(path)) ? undefined : "no such file in the skill");
}

/** The path without redundant parts, as in `./a//b/`. */
export function toPlainPath(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}

/** Reports a faulty text. Values of another type are reported by the shape check. */
export function checkText(node: YamlNode | undefined, place: string, fault: TextFault): readonly Complaint[] {
  const text = readText(node);
  const why = text === undefined ? undefined : fault(text);
  return node === undefined || why === undefined ? [] : [{ span: node.span, message: `${place}: ${why}.` }];
}

/** Reports faulty texts in a list, and a list that is too long. */
export function checkTexts(
  node: YamlNode | undefined,
  place: string,
  { most, fault }: { readonly most: number; readonly fault: TextFault },
): readonly Complaint[] {
  if (node?.kind !== "list") return [];
  const excess = findExcess(node, place, most);
  if (excess.length > 0) return excess;
  return node.items.flatMap((item, index) => checkText(item, `${place}[${index}]`, fault));
}

/** Reports a number that is out of range. Values of another type are reported by the shape check. */
export function checkNumber(
  node: YamlNode | undefined,
  place: string,
  { holds, expected }: { readonly holds: (value: number) => boolean; readonly expected: string },
): readonly Complaint[] {
  const value = readNumber(node);
  if (!node || value === undefined || holds(value)) return [];
  return [{ span: node.span, message: `${place}: expected ${expected}, found ${value}.` }];
}

export function checkVersion(node: YamlNode | undefined): readonly Complaint[] {
  return checkNumber(node, "version", {
    holds: (version) => version === 1,
    expected: "1, the only version",
  });
}

export function checkTimeout(node: YamlNode | undefined, most: number): readonly Complaint[] {
  return checkNumber(node, "timeout", {
    holds: (seconds) => seconds > 0 && seconds <= most,
    expected: `seconds, more than 0 and at most ${most}`,
  });
}

/** A name in a report must be one short line. */
export const labelFault: TextFault = (text) => {
  const most = testingLimits.scenarioNameCharacters;
  if (text.trim() === "") return "expected text, found nothing";
  if (text.length > most) return `expected at most ${most} characters, found ${countCodePoints(text)}`;
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed()
    ? "expected one line without unprintable characters"
    : undefined;
};

/** A path or pattern in the agent's folder. */
export const agentPathFault: TextFault = (text) =>
  pathFault(text)?.replace("the skill", "the agent's folder");

/** Reports a list that is too long. */
export function findExcess(node: YamlNode, place: string, most: number): readonly Complaint[] {
  if (node.kind !== "list" || node.items.length <= most) return [];
  const { items, span } = node;
  return [{ span, message: `${place}: expected at most ${most} entries, found ${items.length}.` }];
}
