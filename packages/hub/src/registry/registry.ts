import type { TrustRoot } from "@skillwright/packaging";
import { createGitView, type GitView } from "../compat/git-view.ts";
import { createServeGit, type ServeGit } from "../compat/serve-git.ts";
import type { HubDatabase } from "../database/database.ts";
import { createLibrary, type Library } from "./library.ts";
import { createTreeCache, type TreeCache } from "./tree-cache.ts";

/** What the registry keeps in memory and on the disk beside the database. All of it can be lost. */
export type Registry = {
  readonly trees: TreeCache;
  readonly library: Library;
  readonly git: GitView;
  readonly serveGit: ServeGit;
  /** Verifies signatures of identities. */
  readonly trustRoot: TrustRoot | undefined;
};

type RegistryOptions = {
  readonly database: HubDatabase;
  readonly trustRoot: TrustRoot | undefined;
  /** For git views; made when it is needed. */
  readonly cacheFolder: string;
  readonly now: () => number;
};

export function createRegistry({ database, trustRoot, cacheFolder, now }: RegistryOptions): Registry {
  const trees = createTreeCache(database);
  return {
    trees,
    library: createLibrary(database, now),
    git: createGitView(`${cacheFolder}/git`, trees),
    serveGit: createServeGit(),
    trustRoot,
  };
}
