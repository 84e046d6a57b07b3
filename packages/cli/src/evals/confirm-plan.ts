import { createPathNames } from "../catalog/open-catalog.ts";
import { exitCode } from "../exit-code.ts";
import { endedCode } from "../session/user-session.ts";
import { oneLine } from "../terminal/safe-text.ts";
import { createStyle } from "../terminal/style.ts";
import { formatPlan, type PlannedEvals, totalsOf } from "./eval-plan-text.ts";
import type { Evaluation } from "./open-evaluation.ts";
import { toPlanJson } from "./to-plan-json.ts";

/** Shows the plan and asks for confirmation if it costs something; the exit code when it must not start. */
export async function confirmPlan(planned: PlannedEvals, evaluation: Evaluation): Promise<"begin" | number> {
  const { io, options, models, place } = evaluation;
  const names = createPathNames(new Map(), io);
  const folder = names.short(planned.outputs?.iterationFolder ?? `${place.workspace}/triggers`);
  const style = createStyle(io.terminal.color);
  const text = `${style.bold(`Evals of ${oneLine(place.skill.name)}`)}\n${formatPlan(planned, models, { columns: io.terminal.columns, place: folder })}`;
  if (options.planOnly) {
    await io.out(options.json ? toPlanJson(planned, evaluation) : text);
    return exitCode.ok;
  }
  const { calls, judgeCalls } = totalsOf(planned, models);
  const isAsked = !options.yes && !models.isFree && calls + judgeCalls > 0;
  // Always show the plan before asking.
  if (!options.quiet || isAsked) await io.err(text);
  if (!isAsked) return "begin";
  const answer = await io.ask("Start? [y/N] ", io.signal());
  if (answer !== undefined) return /^y(?:es)?$/i.test(answer.trim()) ? "begin" : exitCode.refused;
  const ended = endedCode(io);
  if (ended !== undefined) return ended;
  await io.err(
    "skillwright eval: this costs money, and there is no terminal to confirm on. Pass --yes to start.\n",
  );
  return exitCode.refused;
}
