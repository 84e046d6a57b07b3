import { printable } from "@skillwright/core/text";
import { UsageError } from "../../command.ts";
import type { SuiteFormatter } from "./suite-report.ts";

const loaders: Readonly<Record<string, () => Promise<SuiteFormatter>>> = {
  text: async () => (await import("./text.ts")).toSuiteText,
  json: async () => (await import("./json.ts")).toSuiteJson,
  junit: async () => (await import("./junit.ts")).toSuiteJunit,
  tap: async () => (await import("./tap.ts")).toSuiteTap,
  github: async () => (await import("./github.ts")).toSuiteAnnotations,
};

export const suiteFormats: readonly string[] = Object.keys(loaders);

/** The formatter of that name; a name that none has is wrong usage. */
export async function loadSuiteFormatter(format: string): Promise<SuiteFormatter> {
  const load = Object.hasOwn(loaders, format) ? loaders[format] : undefined;
  if (load) return load();
  throw new UsageError(`--format is one of ${suiteFormats.join(", ")}; found '${printable(format)}'.`);
}
