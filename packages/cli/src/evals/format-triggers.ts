import type { TriggerOutcome } from "@skillwright/evals";
import { fitText } from "../terminal/fit-text.ts";
import type { Look } from "./format-evals.ts";

/** How the description told requests apart: the sum, and the queries that did not do what they should. */
export function formatTriggers(
  { results, metrics }: TriggerOutcome,
  { style, columns }: Look,
): readonly string[] {
  const { passed, total, untried, precision, recall } = metrics;
  const rates = [
    ...(precision === undefined ? [] : [`precision ${precision.toFixed(2)}`]),
    ...(recall === undefined ? [] : [`recall ${recall.toFixed(2)}`]),
  ];
  const head = `${passed} of ${total} queries do what they should${untried === 0 ? "" : `, ${untried} never tried`}`;
  const misses = results.filter(({ pass, runs }) => !pass && runs > 0);
  return [
    `  ${style.bold("Triggers")}: ${head}${rates.length > 0 ? ` (${rates.join(", ")})` : ""}`,
    ...misses.map(({ query, shouldTrigger, triggers, runs }) => {
      const wish = shouldTrigger ? "should use it" : "should not";
      const start = `${triggers}/${runs}  ${wish.padEnd(13)}  `;
      return `    ${style.red("✗")} ${start}${fitText(query, columns - 6 - start.length)}`;
    }),
  ];
}
