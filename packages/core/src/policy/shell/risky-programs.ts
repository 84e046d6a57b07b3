import type { RiskRow } from "./match-risk-row.ts";
import { riskyBuildPrograms } from "./risky-build.ts";
import { riskyCloudPrograms } from "./risky-cloud.ts";
import { riskyDataPrograms } from "./risky-data.ts";
import { riskyInterpreters } from "./risky-interpreters.ts";

/** One row per program or family. To add one, read its manual for options that take a command, a script or an output file. */
export const riskyPrograms: ReadonlyMap<string, RiskRow> = new Map([
  ...riskyInterpreters,
  ...riskyBuildPrograms,
  ...riskyCloudPrograms,
  ...riskyDataPrograms,
]);

/**
 * For programs without a row: options whose names promise a program, code or settings, and outputs outside the workspace.
 * What a word not known in advance becomes is not questioned here, since the row is a guess anyway.
 */
export const defaultRow: RiskRow = {
  names: new Set(
    [
      "exec execute executable eval evaluate command commands cmd hook hooks plugin plugins require load loader preload",
      "config configfile cfg rcfile shell wrapper pager editor script scripts program interpreter",
      "runner rsh askpass entrypoint startup launcher preprocessor postprocessor macro macros",
    ]
      .join(" ")
      .split(" "),
  ),
  outputs:
    /^(?:-o|--?(?:[a-z]+[-_])?(?:out|output|outfile|outdir|dest|destination|log|logfile|save|report|dump|export)(?:[-_](?:file|dir|path|folder|directory))?)=/i,
  // A shell is rarely anything but the beginning of a command.
  words: /^--(?:import|init-file|pre-run|post-run|run)(?:=|$)|(?:^|[=\s,/])(?:ba|da|z|k|a)?sh(?:$|\s+-\w*c)/,
  lenient: true,
};
