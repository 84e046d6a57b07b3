import { isJsonObject } from "../text/json.ts";
import { policyLimits } from "./limits.ts";

/** The purpose of each input field, by field name in lower case without punctuation. */
export type FieldPurposes<Purpose extends string> = ReadonlyMap<string, Purpose>;

export type FieldReading<Purpose extends string> =
  | { readonly ok: true; readonly fields: readonly Field<Purpose>[] }
  /** The first field of unknown purpose; it may hold what matters. */
  | { readonly ok: false; readonly problem: string };
type Field<Purpose extends string> = { readonly purpose: Purpose; readonly text: string };

/**
 * Every text in a tool call's input with its purpose, at any depth; fields on no list have the purpose `unknown`.
 * Numbers and booleans are ignored.
 */
export function readFields<Purpose extends string>(
  input: unknown,
  purposes: FieldPurposes<Purpose>,
  unknown?: Purpose,
): FieldReading<Purpose> {
  const fields: Field<Purpose>[] = [];
  if (!isJsonObject(input)) return { ok: false, problem: "its input is not an object" };
  const waiting: Waiting[] = [{ name: "", value: input, depth: 0 }];
  for (let seen = 0; waiting.length > 0; seen++) {
    const { name, value, depth } = waiting.pop() ?? { name: "", value: undefined, depth: 0 };
    if (seen > policyLimits.requestFields || depth > policyLimits.requestDepth)
      return { ok: false, problem: "its input is too large" };
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value).reverse())
        waiting.push({ name: Array.isArray(value) ? name : key, value: inner, depth: depth + 1 });
      continue;
    }
    if (typeof value !== "string") continue;
    const purpose = purposes.get(plainKey(name)) ?? unknown;
    if (purpose === undefined) return { ok: false, problem: `it has the unknown field '${name}'` };
    fields.push({ purpose, text: value });
  }
  return { ok: true, fields };
}

type Waiting = { readonly name: string; readonly value: unknown; readonly depth: number };

/** Agents write `file_path`, `filePath` and `file-path`. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[_-]/g, "");
}

/** Builds a purpose map from lists of names. */
export function purposesOf<Purpose extends string>(
  ...rows: readonly (readonly [Purpose, readonly string[]])[]
): FieldPurposes<Purpose> {
  return new Map(rows.flatMap(([purpose, names]) => names.map((name) => [name, purpose] as const)));
}
