import type { Action, RunAction } from "../../scan/evidence.ts";

const longest = 80;

/** The start of a text on one line, for a message. */
export function excerpt(text: string): string {
  const line = text
    .slice(0, longest * 2)
    .replace(/\\?\s+/g, " ")
    .trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** A span beyond this is that of a whole program in which the action stands. */
const longestSpan = 400;

/** The command or the piece of code, for a message. */
export function excerptOf(action: Action): string {
  if (action.kind === "run") return excerpt(pipelineOf(action));
  const { source, span } = action;
  if (span.end - span.start <= longestSpan) return excerpt(source.text.slice(span.start, span.end));
  return excerpt(subjectOf(action));
}

/** The commands of a pipeline up to this one. */
function pipelineOf(action: RunAction): string {
  const texts: string[] = [];
  for (let at: Action | undefined = action; at?.kind === "run" && texts.length < 8; at = at.input)
    texts.unshift(at.text);
  return texts.join(" | ");
}

function subjectOf(action: Exclude<Action, RunAction>): string {
  if (action.kind === "connect") return `${action.direction} ${action.address ?? ""}`;
  return action.kind === "evaluate" ? action.means : `${action.kind} ${action.path}`;
}
