import type { z } from "zod";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { parseYaml } from "../parse/parse-yaml.ts";
import { toPlain, type YamlProblem } from "../parse/yaml-node.ts";
import { createLineIndex } from "../text/line-index.ts";
import { decodeUtf8 } from "../text/utf8.ts";

export type SettingsFile<Value> = {
  readonly path: string;
  readonly schema: z.ZodType<Value>;
  readonly maxBytes: number;
};

/** Reads a hand-written JSON or YAML file; anything unknown or invalid is an error with its location. */
export function readSettings<Value>(fs: FileSystem, { path, schema, maxBytes }: SettingsFile<Value>): Value {
  const found = fs.stat(path);
  if (found !== undefined && found.kind !== "file")
    throw new SkillError("config-invalid", { path, reason: "it is not a file." });
  const { bytes, size } = fs.read(fs.realPath(path) ?? path, maxBytes);
  const text = size > maxBytes ? undefined : decodeUtf8(bytes);
  if (text === undefined)
    throw new SkillError("config-invalid", { path, reason: "it is not UTF-8 text or too large." });
  // JSON is a subset of YAML, so one parser with exact positions reads both.
  const { node, problems } = parseYaml(text);
  const [problem] = problems;
  if (problem) throw new SkillError("config-invalid", { path, reason: describeProblem(problem, text) });
  const result = schema.safeParse((node && toPlain(node)) ?? {});
  if (!result.success) throw new SkillError("config-invalid", { path, reason: describeIssue(result.error) });
  return result.data;
}

function describeProblem({ code, detail, span }: YamlProblem, text: string): string {
  const { line, column } = createLineIndex(text).positionAt(span.start);
  const words = {
    invalid: detail,
    "duplicate-key": `duplicate key ${detail}`,
    "too-deep": "nested too deeply",
    "too-large": "too large",
  };
  return `line ${line}, column ${column}: ${words[code]}.`;
}

function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.join(".") ?? "";
  return `${place === "" ? "" : `at ${place}: `}${issue?.message ?? "invalid value"}.`;
}
