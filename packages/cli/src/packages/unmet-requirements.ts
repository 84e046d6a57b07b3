import { delimiter, isAbsolute } from "node:path";
import { parseSkill } from "@skillwright/core";
import { isInside } from "@skillwright/core/path";
import { decodeUtf8 } from "@skillwright/core/text";
import type { Place, PlanItem, WantedSkill } from "@skillwright/packaging";
import { createUnconfinedSandbox, findUnmet, type UnmetRequirement } from "@skillwright/runtime";
import type { Io } from "../io.ts";

/** The programs that new skills need and that this machine lacks, by the name of the skill. */
export async function findUnmetRequirements(
  items: readonly PlanItem[],
  { place, wanted }: { readonly place: Place; readonly wanted: readonly WantedSkill[] },
  io: Io,
): Promise<ReadonlyMap<string, readonly UnmetRequirement[]>> {
  const programs = new Map(wanted.map(({ locked, needs }) => [locked.name, needs?.programs ?? []]));
  const home = io.place.home;
  const machine = {
    sandbox: createUnconfinedSandbox(),
    // Some programs run what they find in the folder they are started in.
    cwd: home,
    environment: { HOME: home, PATH: ownPath(io.environment.PATH ?? "", place) },
    signal: io.signal(),
  };
  const unmet = new Map<string, readonly UnmetRequirement[]>();
  for (const { name, action, tree } of items) {
    const file = tree?.entries.find(({ path }) => /^skill\.md$/i.test(path));
    if (action === "keep" || file === undefined || !("bytes" in file)) continue;
    const { manifest } = parseSkill(decodeUtf8(file.bytes) ?? "");
    const found = await findUnmet(manifest, programs.get(name) ?? [], machine);
    if (found.length > 0) unmet.set(name, found);
  }
  return unmet;
}

/** Programs of the project may be those of a package, and packages are not started. */
function ownPath(path: string, { root, scope }: Place): string {
  const isOwn = (folder: string): boolean =>
    isAbsolute(folder) && (scope === "user" || !isInside(root, folder.replaceAll("\\", "/")));
  return path.split(delimiter).filter(isOwn).join(delimiter);
}
