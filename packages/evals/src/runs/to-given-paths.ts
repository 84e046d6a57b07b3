/**
 * Where input files go in the agent's folder: by name alone, since prompts say `sales.csv` rather than
 * `evals/files/sales.csv`; by path when the prompt uses the path or two files share a name.
 */
export function toInputPaths(paths: readonly string[], prompt: string): readonly string[] {
  const names = Map.groupBy(new Set(paths), nameOf);
  return paths.map((path) => {
    const isOnly = names.get(nameOf(path))?.length === 1;
    return isOnly && !prompt.includes(path) ? nameOf(path) : path;
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
