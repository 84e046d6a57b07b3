import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { AgentModel } from "@skillwright/runtime/agent";
import { createTurnModel, type TurnRequest } from "../turns/create-turn-model.ts";
import type { ModelTurn } from "../turns/model-turn.ts";
import type { EvalRequest } from "./eval-plan.ts";

/** Also used by processes that are not Vitest's, so nothing here may need it. */

const manifest: string = skillText("Always say that the color is BLUE.");

export function skillText(body: string): string {
  return `---\nname: tried\ndescription: Names colors.\n---\n${body}\n`;
}

export type EvalText = Readonly<Record<string, unknown>>;

export function evalsText(...evals: readonly EvalText[]): string {
  const usual = { prompt: "Which color?", expected_output: "The color of the day." };
  return JSON.stringify({
    skill_name: "tried",
    evals: evals.map((one, index) => ({ id: index + 1, ...usual, ...one })),
  });
}

/** One that programs check, and one that needs a judge. */
export const usualEvals: string = evalsText(
  {
    name: "the file",
    files: ["evals/files/notes.txt"],
    assertions: ["contains: BLUE", "file-created: color.txt"],
  },
  { assertions: ["contains: color", "It says that today is a blue day"] },
);

/** Files by their paths; a text that begins with `->` is a link, and without one there is no file. */
export type FileTexts = Readonly<Record<string, string | undefined>>;

export function writeFiles(folder: string, files: FileTexts): void {
  for (const [file, text] of Object.entries(files)) {
    if (text === undefined) continue;
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    if (text.startsWith("->")) symlinkSync(text.slice(2), path);
    else writeFileSync(path, text);
  }
}

export const usualFiles: Readonly<Record<string, string>> = {
  "SKILL.md": manifest,
  "evals/evals.json": usualEvals,
  "evals/files/notes.txt": "Notes.",
};

export function usualRequest(directory: string): EvalRequest {
  return {
    fs: createNodeFileSystem(),
    skill: { name: "tried", directory },
    workspace: `${directory}-workspace`,
    runs: 1,
    baseline: { kind: "without" },
    only: [],
    dialect: "guide",
    modelLabel: "agent-1",
    blind: false,
    fresh: false,
    seed: 1,
  };
}

const usage = { inputTokens: 100, cachedInputTokens: 40, outputTokens: 10 };

export function say(text: string): ModelTurn {
  return { text, calls: [], usage };
}

/** All that a model was given, as text. */
export function promptOf({ prompt }: TurnRequest): string {
  const texts = prompt.map(({ content }) => {
    if (typeof content === "string") return content;
    return content.map((part) => ("text" in part ? part.text : JSON.stringify(part))).join("\n");
  });
  return texts.join("\n");
}

/** An agent that writes a file and says a color: BLUE when a skill tells it to, else GREY. */
export function createColorModel(
  before: (request: TurnRequest) => void | Promise<void> = () => {},
): AgentModel {
  return createTurnModel(
    async (request) => {
      await before(request);
      const color = promptOf(request).includes("color is BLUE") ? "BLUE" : "GREY";
      const words = `The color is ${color} today.`;
      if (request.prompt.at(-1)?.role === "tool") return say(words);
      const input = { path: color === "BLUE" ? "color.txt" : "other.txt", content: words };
      return { calls: [{ tool: "write", input }], usage };
    },
    { modelId: "color" },
  );
}

type JudgedStatement = { readonly passed: boolean; readonly quotes?: readonly string[] };

type Decide = (statement: string, shown: string) => JudgedStatement;

/** The answer of a judge that decides by the agent's work it is shown. */
export function judgeAnswer(asked: string, decide: Decide): string {
  const statements = /<statements-\w+>\n([\s\S]*?)\n<\/statements/.exec(asked)?.[1] ?? "";
  const shown = /<material-\w+>\n([\s\S]*?)\n<\/material/.exec(asked)?.[1] ?? "";
  const grades = statements.split("\n").map((line, index) => {
    const { passed, quotes = [] } = decide(line.replace(/^\d+\. /, ""), shown);
    return { statement: index + 1, reason: "So it is.", quotes, absent: [], passed };
  });
  return JSON.stringify({ grades, claims: [] });
}

export function createJudgeModel(decide: Decide): AgentModel & { readonly questions: string[] } {
  const questions: string[] = [];
  const model = createTurnModel(
    async (request) => {
      questions.push(promptOf(request));
      return say(judgeAnswer(promptOf(request), decide));
    },
    { modelId: "judge" },
  );
  return Object.assign(model, { questions });
}

/** Finds that a day is blue when the answer says so. */
export const decideFairly: Decide = (_, shown) => {
  const words = "The color is BLUE today.";
  return shown.includes(words) ? { passed: true, quotes: [words] } : { passed: false };
};

export function createFairJudge(): ReturnType<typeof createJudgeModel> {
  return createJudgeModel(decideFairly);
}
