import type { FileSystem } from "@skillwright/core/discover";
import { chooseClients } from "@skillwright/core/discover";
import { joinPath, parentFolder } from "@skillwright/core/path";
import { agentFolders, type Place, storeAgents } from "@skillwright/packaging";
import type { Io } from "../io.ts";

/**
 * The agents that get skills: those named, those that the team wants, or those whose folder is here. The stored copy is in the folder
 * that agents share, so none of them is needed.
 */
export function chooseAgents(
  fs: FileSystem,
  place: Place,
  { named, wanted }: { readonly named: readonly string[]; readonly wanted: readonly string[] | undefined },
): readonly string[] {
  if (named.length > 0) return chooseClients(named).map(({ id }) => id);
  return wanted ?? findAgents(fs, place);
}

/** Lets the user choose the agents. Undefined if the user cancels. */
export async function askForAgents(
  fs: FileSystem,
  place: Place,
  io: Io,
): Promise<readonly string[] | undefined> {
  const found = new Set(findAgents(fs, place));
  const all = chooseClients();
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const sharing = storeAgents(
    place,
    all.map(({ id }) => id),
  );
  // Agents that read one folder are one choice. Those that read the stored copies come last, since they need none.
  const folders = agentFolders(place)
    .map(({ path, agents }) => ({
      ids: agents,
      detail: path.slice(place.root.length + 1),
      isSelected: agents.some((id) => found.has(id)),
    }))
    .toSorted((a, b) => Number(b.isSelected) - Number(a.isSelected));
  const others = sharing.map((id) => ({ ids: [id], detail: "gets them anyway", isSelected: false }));
  const choices = [...folders, ...others].map((choice) => ({
    ...choice,
    name: choice.ids.map((id) => names.get(id) ?? id).join(", "),
  }));
  const selected = await io.select({
    message: "Which agents? Those that read .agents/skills get the skills anyway.",
    ...{ choices, required: false },
  });
  if (selected === undefined) return undefined;
  await io.err("\n");
  const chosen = selected.flatMap((index) => choices[index]?.ids ?? []);
  return [...new Set([...chosen, ...sharing.filter((id) => found.has(id))])];
}

/** The agents whose folder is here. */
function findAgents(fs: FileSystem, place: Place): readonly string[] {
  const { root, scope } = place;
  return chooseClients()
    .filter((client) => {
      const [first] = scope === "project" ? client.project : client.personal;
      if (first === undefined || first.startsWith("$")) return false;
      const folder = joinPath(root, first.replace(/^~\//, ""));
      const parent = parentFolder(folder);
      const isOwn =
        parent !== undefined && parent !== root && !sharedFolders.has(parent.slice(root.length + 1));
      return fs.stat(folder) !== undefined || (isOwn && fs.stat(parent) !== undefined);
    })
    .map(({ id }) => id);
}

/** Folders that other programs use too. */
const sharedFolders: ReadonlySet<string> = new Set([".config", ".github", ".local/share", ".vscode"]);
