/** Whether a JSON text has more lists and objects inside each other than a bound; brackets in its strings do not count. */
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
