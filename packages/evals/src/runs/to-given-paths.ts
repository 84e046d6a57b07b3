/**
 * Where files of a skill are put in an agent's folder: by their names alone, since prompts speak of `sales.csv` and not of
 * `evals/files/sales.csv`; by their paths where the prompt does that, or where two have one name.
 */
export function toGivenPaths(paths: readonly string[], prompt: string): readonly string[] {
  const names = Map.groupBy(new Set(paths), nameOf);
  return paths.map((path) => {
    const isOnly = names.get(nameOf(path))?.length === 1;
    return isOnly && !prompt.includes(path) ? nameOf(path) : path;
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
