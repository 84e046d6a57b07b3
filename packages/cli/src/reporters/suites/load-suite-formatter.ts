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

/** Loads the formatter with this name; throws a usage error for unknown names. */
export async function loadSuiteFormatter(format: string): Promise<SuiteFormatter> {
  const load = Object.hasOwn(loaders, format) ? loaders[format] : undefined;
  if (load) return load();
  throw new UsageError(`--format must be one of ${suiteFormats.join(", ")}; found '${printable(format)}'.`);
}
