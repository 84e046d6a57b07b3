import type { EvalId, OutputEval } from "./output-eval.ts";
import { toSlug } from "./to-slug.ts";

/**
 * A unique folder `eval-SLUG` for each eval of an iteration: from its name, else the start of its prompt, else its
 * id.
 */
export function toEvalFolders(
  evals: readonly Pick<OutputEval, "id" | "name" | "prompt">[],
): ReadonlyMap<EvalId, string> {
  const taken = new Set<string>();
  return new Map(
    evals.map(({ id, name, prompt }) => {
      const own = toSlug(String(id));
      const slug = toSlug(name ?? prompt) || own || "unnamed";
      const folder = firstFree([`eval-${slug}`, `eval-${slug}-${own}`], taken);
      taken.add(folder);
      return [id, folder];
    }),
  );
}

function firstFree(wanted: readonly [string, string], taken: ReadonlySet<string>): string {
  const free = wanted.find((folder) => !taken.has(folder));
  if (free !== undefined) return free;
  // Ends after at most `taken.size` steps.
  for (let count = 2; ; count++) if (!taken.has(`${wanted[1]}-${count}`)) return `${wanted[1]}-${count}`;
}
