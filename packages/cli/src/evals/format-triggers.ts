import type { TriggerOutcome } from "@skillwright/evals";
import { fitText } from "../terminal/safe-text.ts";
import type { Look } from "./format-evals.ts";

/** Formats trigger results: the totals, and the queries that did not behave as expected. */
export function formatTriggers(
  { results, metrics }: TriggerOutcome,
  { style, columns }: Look,
): readonly string[] {
  const { passed, total, untried, precision, recall } = metrics;
  const rates = [
    ...(precision === undefined ? [] : [`precision ${precision.toFixed(2)}`]),
    ...(recall === undefined ? [] : [`recall ${recall.toFixed(2)}`]),
  ];
  const head = `${passed} of ${total} queries behaved as expected${untried === 0 ? "" : `, ${untried} never run`}`;
  const misses = results.filter(({ pass, runs }) => !pass && runs > 0);
  return [
    `  ${style.bold("Triggers")}: ${head}${rates.length > 0 ? ` (${rates.join(", ")})` : ""}`,
    ...misses.map(({ query, shouldTrigger, triggers, runs }) => {
      const expected = shouldTrigger ? "should use it" : "should not";
      const start = `${triggers}/${runs}  ${expected.padEnd(13)}  `;
      return `    ${style.red("✗")} ${start}${fitText(query, columns - 6 - start.length)}`;
    }),
  ];
}
