import type { Confidence, Level } from "../../finding.ts";
import type { Action, RunAction, Setting } from "../../scan/evidence.ts";
import type { Span } from "../../text/span.ts";
import type { CheckedSkill } from "../rule.ts";

/** What would be done: quoted commands and patterns to search for are left out. */
export function actionsOf(skill: CheckedSkill): readonly Action[] {
  return skill.evidence().actions.filter(({ isQuoted }) => !isQuoted);
}

export function isRun(action: Action): action is RunAction {
  return action.kind === "run";
}

/** Where a finding on an action stands and how much it weighs; to spread into an observation. */
export type Weighed = {
  readonly span: Span;
  readonly file: string | undefined;
  readonly level: Level;
  readonly confidence: Confidence;
};

export function at(action: Action, level: Level): Weighed {
  const { span, file } = action.source.placeOf(action.span);
  return {
    span,
    file,
    level: isUnlikelyToRun(action) ? lower[level] : level,
    confidence: confidences[action.setting],
  };
}

/** One level less. */
export function lowered(level: Level): Level {
  return lower[level];
}

const lower: Readonly<Record<Level, Level>> = { critical: "high", high: "medium", medium: "low", low: "low" };
const confidences: Readonly<Record<Setting, Confidence>> = {
  program: "certain",
  block: "likely",
  inline: "possible",
};

/** Tests, images, and documents that nothing in the skill leads to. */
function isUnlikelyToRun({ source: { role, isReached, path } }: Action): boolean {
  // What builds an image changes the image.
  if (/(?:^|\/)(?:docker|container)file[\w.-]{0,40}\/run$/i.test(path)) return true;
  return role === "test" || (!isReached && (role === "reference" || role === "data"));
}

const order: readonly Level[] = ["low", "medium", "high", "critical"];

/** Below zero if `a` is more dangerous than `b`. */
export function byDanger(a: Level, b: Level): number {
  return order.indexOf(b) - order.indexOf(a);
}

/** What is most dangerous at each place: one command, or one program in a block, is often several actions. */
export function worstAtEachPlace<Found extends { readonly action: Action; readonly level: Level }>(
  found: readonly Found[],
): readonly Found[] {
  const isFirst = createFirstSeen();
  return found.toSorted((a, b) => byDanger(a.level, b.level)).filter(({ action }) => isFirst(action));
}

/** Tells the first action at a place from others there. */
export function createFirstSeen(): (action: Action) => boolean {
  const seen = new Set<string>();
  return ({ source, span }) => {
    const key = `${source.path}:${span.start}`;
    return !seen.has(key) && Boolean(seen.add(key));
  };
}
