import type { Action, Carried } from "../../evidence.ts";
import { joinLabels } from "./value.ts";

/** What a program does, each action once however often it is followed. */
export type ActionLog = {
  readonly add: (action: Action) => void;
  /** In order of the text. */
  readonly list: () => readonly Action[];
};

/** More actions of one text are not kept. */
const maxActions = 5000;

export function createActionLog(): ActionLog {
  const found = new Map<string, Action>();
  return {
    add: (action) => {
      const key = keyOf(action);
      const known = found.get(key);
      if (known) found.set(key, { ...known, carries: joinCarried(known, action) });
      else if (found.size < maxActions) found.set(key, action);
    },
    list: () => [...found.values()].sort((a, b) => a.span.start - b.span.start),
  };
}

function joinCarried(known: Action, action: Action): readonly Carried[] {
  return joinLabels(known.carries, action.carries);
}

function keyOf(action: Action): string {
  return [action.kind, action.span.start, action.span.end, subjectOf(action)].join("\0");
}

function subjectOf(action: Action): string {
  switch (action.kind) {
    case "run":
      return [action.program, ...action.words.map((word) => word ?? "\0")].join(" ");
    case "connect":
      return `${action.direction} ${action.address ?? ""}`;
    case "evaluate":
      return action.means;
    case "read":
      return action.path;
    default:
      return `${action.path} ${action.content ?? ""}`;
  }
}
