import { expect, test } from "vitest";
import { formatFinding } from "../../../format-finding.ts";
import { judge } from "../../../scan/verdict.ts";
import { rule } from "./index.ts";

const start = { line: 1, column: 1 };
const concern = (quote: string) => ({
  ...{ rule: rule.id, category: rule.category, severity: rule.severity, file: "a/SKILL.md" },
  message: "concern",
  args: { model: "openai/gpt", quote, why: "The user is not asked." },
  range: { start, end: start },
  level: "high" as const,
});

test("a concern names the model, the words and the reason", () => {
  expect(formatFinding(concern("send it"))).toBe(
    "openai/gpt is concerned about 'send it': The user is not asked.",
  );
});

test("any number of a model's concerns ask for a review and block nothing", () => {
  expect(judge([concern("send it"), concern("keep it")], [])).toMatchObject({ verdict: "review" });
});
