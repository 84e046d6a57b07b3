/** A JSON value; a Map keeps keys such as "1" in their original order. */
export type PythonJsonValue =
  | string
  | readonly PythonJsonValue[]
  | ReadonlyMap<string, PythonJsonValue>
  | { readonly [key: string]: PythonJsonValue };

/** Python's `json.dumps(value, indent=2)`: ASCII only, everything else as `\uXXXX`. */
export function toPythonJson(value: PythonJsonValue, indent = ""): string {
  if (typeof value === "string") return quote(value);
  const inner = `${indent}  `;
  if (isList(value)) {
    return wrap(
      "[]",
      value.map((item) => toPythonJson(item, inner)),
      indent,
    );
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return wrap(
    "{}",
    entries.map(([key, item]) => `${quote(key)}: ${toPythonJson(item, inner)}`),
    indent,
  );
}

// `Array.isArray` does not narrow readonly arrays out of a union.
function isList(value: PythonJsonValue): value is readonly PythonJsonValue[] {
  return Array.isArray(value);
}

function wrap(brackets: "[]" | "{}", items: readonly string[], indent: string): string {
  if (items.length === 0) return brackets;
  const lines = items.map((item) => `${indent}  ${item}`).join(",\n");
  return `${brackets[0]}\n${lines}\n${indent}${brackets[1]}`;
}

function quote(text: string): string {
  // JSON.stringify uses the same short escapes but leaves DEL and everything beyond ASCII unescaped.
  return JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
