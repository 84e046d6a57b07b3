import type { Span } from "../text/span.ts";

/** The sorted spans that contain a character, found by jumping between its occurrences. */
export function spansHolding(text: string, sorted: readonly Span[], character: string): readonly Span[] {
  const holding: Span[] = [];
  let at = -1;
  for (const span of sorted) {
    if (at < span.start) at = text.indexOf(character, span.start);
    if (at === -1) break;
    if (at < span.end) holding.push(span);
  }
  return holding;
}
