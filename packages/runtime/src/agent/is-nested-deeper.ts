/** Whether a JSON text nests arrays and objects deeper than `bound`; brackets in strings do not count. */
export function isNestedDeeper(json: string, bound: number): boolean {
  if (json.length <= bound) return false;
  let depth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    if (depth > bound) return true;
  }
  return false;
}
