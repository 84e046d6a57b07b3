import type { Call } from "./machine.ts";
import { joinLabels, type Labels, labelsOf, noLabels } from "./value.ts";

/** Labels of all that goes into a call: its object, arguments and options. */
export function labelsOfCall({ args, named, self, via }: Call): Labels {
  let labels = joinLabels(self ? labelsOf(self) : noLabels, via ?? noLabels);
  for (const value of [...args, ...named.values()]) labels = joinLabels(labels, labelsOf(value));
  return labels;
}
