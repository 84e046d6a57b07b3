export type ShownEval = {
  readonly id: string;
  readonly prompt: string;
  readonly expected: string;
  /** How many things are checked. */
  readonly checks: number;
};

/** The tasks of an `evals.json`, in both dialects; undefined if it is something else. It is a stranger's file: nothing is taken for granted. */
export function readEvals(text: string): readonly ShownEval[] | undefined {
  const value = parse(text);
  const list = Array.isArray(value) ? value : field(value, "evals");
  if (!Array.isArray(list)) return undefined;
  return list.slice(0, most).map((one: unknown, index) => ({
    id: `${index}`,
    prompt: textOf(field(one, "prompt")) || textOf(field(one, "query")) || "(no prompt)",
    expected: textOf(field(one, "expected_output")),
    checks: ["assertions", "expectations", "expected_behavior"]
      .map((name) => field(one, name))
      .reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0),
  }));
}

/** How many requests should lead to a skill and how many should not. */
export function readQueries(text: string): { readonly yes: number; readonly no: number } | undefined {
  const value = parse(text);
  if (!Array.isArray(value)) return undefined;
  const yes = value.filter((one: unknown) => field(one, "should_trigger") === true).length;
  return { yes, no: value.length - yes };
}

const most = 100;
const longest = 2000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, longest) : "";
}
