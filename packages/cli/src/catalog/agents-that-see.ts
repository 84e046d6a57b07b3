import type { CatalogSkill } from "@skillwright/core/catalog";
import { type Client, clients, type SkillRoot } from "@skillwright/core/discover";
import type { Io } from "../io.ts";

/** Ids of the agents that find a skill, in its own folder or through a link in another one. */
export function agentsThatFind(
  { root, links = [] }: Pick<CatalogSkill, "root" | "links">,
  io: Pick<Io, "place">,
): readonly string[] {
  const roots = [root, ...links.map((link) => link.root)];
  return [...new Set(roots.flatMap((one) => agentsThatSee(one, io)))].sort();
}

/** Ids of the agents that look for skills in a folder, by the table of agents. */
export function agentsThatSee(
  { path, scope, client }: SkillRoot,
  { place }: Pick<Io, "place">,
): readonly string[] {
  if (scope === "custom") return [];
  if (scope === "package") return client === undefined ? [] : [client];
  const names = spellings(path, place);
  const isSeen = ({ project, personal, enterprise }: Client): boolean => {
    if (scope === "enterprise") return enterprise?.[place.platform]?.includes(path) === true;
    if (scope === "personal") return personal.some((folder) => names.includes(folder));
    return project.some((folder) => path.endsWith(`/${folder}`));
  };
  return clients.filter((one) => one.id !== "universal" && isSeen(one)).map(({ id }) => id);
}

/** A path as the table writes it: `~/…`, and `$data/…` for Skillwright's own folder. */
function spellings(path: string, { home, configFolder, dataFolder }: Io["place"]): readonly string[] {
  const folders = [
    [home, "~"],
    [configFolder, "~/.config"],
    [dataFolder, "$data"],
  ] as const;
  return folders.flatMap(([folder, name]) =>
    path.startsWith(`${folder}/`) ? [`${name}${path.slice(folder.length)}`] : [],
  );
}
