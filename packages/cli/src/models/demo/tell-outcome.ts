import { type JsonObject, printable } from "@skillwright/core/text";
import type { ForkedSkill, Step } from "./read-conversation.ts";

const signature =
  "(This was the demo model, which follows fixed rules and understands nothing. Set a provider's API key to use a real language model.)";

function sayAtLast(text: string): string {
  return `${text}\n\n${signature}`;
}

export function tellRefusal({ tool }: Pick<Step, "tool">, reason: string): string {
  return sayAtLast(
    `I called \`${printable(tool)}\`, and the call was refused:\n\n${quote(reason)}\n\nI did nothing else.`,
  );
}

/** Reports a script's output or a document's beginning. */
export function tellResult({ tool, input }: Step, data: JsonObject): string {
  const skill = printable(String(input.name));
  if (tool === "skills_read_file")
    return sayAtLast(
      `The skill “${skill}” is loaded. Its instructions refer to ${printable(String(input.path))}, which begins:\n\n${quote(data.content)}\n\nA language model would continue from there.`,
    );
  const { exit_code: exit = "unknown", stdout = "", stderr = "" } = data;
  const printed = [stdout, stderr].filter((stream) => stream !== "").join("\n");
  const told = printed === "" ? "It printed nothing." : `It printed:\n\n${quote(printed)}`;
  return sayAtLast(
    `Using the skill “${skill}”, I ran ${printable(String(input.script))}, which ended with exit code ${String(exit)}. ${told}`,
  );
}

export function tellForked({ skill, answer }: ForkedSkill): string {
  return sayAtLast(
    `The skill “${printable(skill)}” ran in its own sub-agent, which answered:\n\n${quote(answer, 40)}`,
  );
}

export function tellLoaded(skill: string): string {
  return sayAtLast(
    `The skill “${printable(skill)}” is loaded. Its instructions name no script or document that can be used without understanding them; a language model would follow them now.`,
  );
}

export const nothingFits: string = sayAtLast(
  "No skill matches this task, and I can do nothing without one. `skillwright list` shows the available skills.",
);

export const noTools: string = sayAtLast("I have no tool to find or load skills, so I can do nothing.");

/** Quotes the beginning of a text, so that it cannot imitate our own output. */
function quote(text: unknown, lines = 20): string {
  const all = String(text ?? "")
    .trimEnd()
    .split("\n");
  const shown = all.slice(0, lines).map((line) => `> ${printable(line.slice(0, 400))}`.trimEnd());
  const left = all.length - shown.length;
  return [...shown, ...(left > 0 ? [`> (${left} more lines)`] : [])].join("\n");
}
