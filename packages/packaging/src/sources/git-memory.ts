import type { Repository } from "./git-repository.ts";

/** Answers of a repository by question. */
export type GitMemory = Map<string, Promise<unknown>>;

/** A repository that asks its server once for refs, commits and dates. A failure is not remembered. */
export function rememberAnswers(repository: Repository, memory: GitMemory): Repository {
  const once = async <Value>(key: string, ask: () => Promise<Value>): Promise<Value> => {
    const known = memory.get(key) as Promise<Value> | undefined;
    if (known !== undefined) return known;
    const asked = ask();
    memory.set(key, asked);
    asked.catch(() => memory.delete(key));
    return asked;
  };
  return {
    ...repository,
    listRefs: (source) => once("refs", () => repository.listRefs(source)),
    fetchCommit: (commit, source) => once(`commit ${commit}`, () => repository.fetchCommit(commit, source)),
    readDates: (tags) => once(`dates ${JSON.stringify(tags)}`, () => repository.readDates(tags)),
  };
}
