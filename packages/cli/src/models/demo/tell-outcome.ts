import { type JsonObject, printable } from "@skillwright/core/text";
import type { ForkedSkill, Step } from "./read-conversation.ts";

const signature =
  "(This was the demo model: a small program that plays a model by fixed rules. It understands nothing; set a provider's key to use a language model.)";

/** What the demo model says at the end. */
function sayAtLast(text: string): string {
  return `${text}\n\n${signature}`;
}

export function tellRefusal({ tool }: Pick<Step, "tool">, reason: string): string {
  return sayAtLast(
    `I called \`${printable(tool)}\`, and the call was refused:\n\n${quote(reason)}\n\nNothing else was done.`,
  );
}

/** What a script printed or a document says. */
export function tellResult({ tool, input }: Step, data: JsonObject): string {
  const skill = printable(String(input.name));
  if (tool === "skills_read_file")
    return sayAtLast(
      `The skill “${skill}” is loaded, and its instructions send to ${printable(String(input.path))}, which begins:\n\n${quote(data.content)}\n\nA language model would go on from there.`,
    );
  const { exit_code: exit = "unknown", stdout = "", stderr = "" } = data;
  const printed = [stdout, stderr].filter((stream) => stream !== "").join("\n");
  const told = printed === "" ? "It printed nothing." : `It printed:\n\n${quote(printed)}`;
  return sayAtLast(
    `With the skill “${skill}” I ran ${printable(String(input.script))}, which ended with exit code ${String(exit)}. ${told}`,
  );
}

export function tellForked({ skill, answer }: ForkedSkill): string {
  return sayAtLast(
    `The skill “${printable(skill)}” ran in a sub-agent of its own, which came back with:\n\n${quote(answer, 40)}`,
  );
}

export function tellLoaded(skill: string): string {
  return sayAtLast(
    `The skill “${printable(skill)}” is loaded. Its instructions name no script or document that could be used without understanding them; a language model would follow them now.`,
  );
}

export const nothingFits: string = sayAtLast(
  "No skill fits this task, and without one I can do nothing. `skillwright list` shows the skills that there are.",
);

export const noTools: string = sayAtLast(
  "I was shown no tool to find or load skills with, so I can do nothing.",
);

/** The beginning of a text, line by line, so that nothing in it passes for ours. */
function quote(text: unknown, lines = 20): string {
  const all = String(text ?? "")
    .trimEnd()
    .split("\n");
  const shown = all.slice(0, lines).map((line) => `> ${printable(line.slice(0, 400))}`.trimEnd());
  const left = all.length - shown.length;
  return [...shown, ...(left > 0 ? [`> (${left} more lines)`] : [])].join("\n");
}
