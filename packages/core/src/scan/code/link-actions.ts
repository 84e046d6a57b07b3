import type { Action, Carried, EvaluateAction, RunAction, ScannedText } from "../evidence.ts";
import { createWrittenFiles, type WrittenFiles } from "./written-files.ts";

/**
 * Adds to each action what it carries through files. A command that starts a file which another one downloaded carries
 * `remote`, and an evaluation stands behind it; one that sends a file with collected data carries that data's labels.
 */
export function linkActions(actions: readonly Action[]): readonly Action[] {
  const files = createWrittenFiles(actions);
  if (files.isEmpty) return actions;
  const found = new Map<Action, readonly Carried[]>();
  const read = createByCommand();
  const evaluated = createByCommand();
  for (const action of actions) {
    if (action.kind === "evaluate") evaluated.add(action, action.carries);
    const carries = carriedBy(action, files);
    if (carries.length === 0) continue;
    found.set(action, carries);
    if (action.kind === "read") read.add(action, carries);
  }
  const linked = new Map<Action, Action>();
  return actions.flatMap((action) => {
    // What a command reads is what it sends.
    const more = found.get(action) ?? (action.kind === "connect" ? read.get(action) : []);
    const next = addCarries(withLinkedInput(action, linked), more);
    linked.set(action, next);
    const isNew = action.kind === "run" && more.length > 0 && evaluated.get(action).every(isHarmless);
    return isNew ? [next, evaluationOf(action, more)] : [next];
  });
}

/** What a file brings into an action that reads or starts it. */
function carriedBy(action: Action, files: WrittenFiles): readonly Carried[] {
  if (action.kind === "read") return files.find(action.path);
  const path = action.kind === "run" ? startedFile(action) : undefined;
  return path === undefined ? [] : files.find(path).filter((carried) => !isHarmless(carried));
}

function isHarmless({ label }: Carried): boolean {
  return label !== "remote" && label !== "decoded";
}

const starters =
  /^(?:(?:ba|z|da|k|a|fi)?sh|source|\.|python[\d.]{0,5}|node|deno|bun|tsx|perl|ruby|php|pwsh|powershell|osascript|java|dotnet|mono|wscript|cscript|rundll32|regsvr32|open|start|xdg-open|dpkg|rpm|installer|msiexec|hdiutil)$/i;

/** The file that a command starts, or hands to an interpreter or installer. */
function startedFile({ program, words, text }: RunAction): string | undefined {
  if (starters.test(program)) {
    const isProgram = words.some((word) => word !== undefined && /^-(?:\w{0,4}c|e)$/.test(word));
    return isProgram
      ? undefined
      : words.find((word) => word !== undefined && !/^(?:-|\/[a-z]$|run$|exec$|attach$|mount$)/i.test(word));
  }
  const [name = ""] = text.slice(0, 500).split(/\s/, 1);
  return /[\\/]/.test(name) || /\.\w{1,5}$/.test(name) ? name : undefined;
}

function addCarries(action: Action, more: readonly Carried[]): Action {
  const missing = more.filter(
    ({ label, from }) => !action.carries.some((has) => has.label === label && has.from === from),
  );
  return missing.length === 0 ? action : { ...action, carries: [...action.carries, ...missing] };
}

function withLinkedInput(action: Action, linked: ReadonlyMap<Action, Action>): Action {
  if (action.kind !== "run" || !action.input) return action;
  const input = linked.get(action.input);
  return input && input !== action.input ? { ...action, input } : action;
}

function evaluationOf(
  { source, span, setting, language, isQuoted, program }: RunAction,
  carries: readonly Carried[],
): EvaluateAction {
  return { kind: "evaluate", means: program, carries, source, span, setting, language, isQuoted };
}

type ByCommand = {
  readonly add: (action: Action, carries: readonly Carried[]) => void;
  readonly get: (action: Action) => readonly Carried[];
};

/** Labels by command: actions of one command have the same place. */
function createByCommand(): ByCommand {
  const texts = new Map<ScannedText, Map<string, readonly Carried[]>>();
  const keyOf = ({ span }: Action): string => `${span.start}:${span.end}`;
  const get: ByCommand["get"] = (action) => texts.get(action.source)?.get(keyOf(action)) ?? [];
  return {
    get,
    add: (action, carries) => {
      const commands = texts.get(action.source) ?? new Map<string, readonly Carried[]>();
      texts.set(action.source, commands);
      commands.set(keyOf(action), [...get(action), ...carries].slice(0, maxLabels));
    },
  };
}

const maxLabels = 24;
