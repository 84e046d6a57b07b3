import { join } from "node:path/posix";
import { SkillError } from "@skillwright/core";
import { decodeUtf8 } from "@skillwright/core/text";
import { packagingLimits } from "../limits.ts";
import { type ExpandedWants, expandWants } from "../lock/expand-wants.ts";
import { parseWants, type SkillSet, type Wants } from "../lock/wants.ts";
import { formatSource } from "../sources/format-source.ts";
import { isLocalPath, parseSource } from "../sources/parse-source.ts";
import type { SourceSpec } from "../sources/source.ts";
import { pathFault } from "../tree/path-fault.ts";
import { type InstallSetting, refusalOf } from "./offer.ts";

export type LoadSetting = InstallSetting & {
  readonly home: string;
  /** For messages. */
  readonly wantsPath: string;
};

/** Everything that wants ask for, with the files of wants of the sources that they include, and the sets chosen by name. */
export async function loadWants(
  wants: Wants,
  chosen: readonly string[],
  setting: LoadSetting,
): Promise<ExpandedWants> {
  const loaded = new Map<string, Wants | undefined>();
  const failures = new Map<string, SkillError>();
  for (let depth = 0; ; depth++) {
    const expanded = expandWants(wants, loaded, chosen);
    const { toLoad, missing } = expanded;
    const [unknown] = missing;
    if (unknown !== undefined)
      throw (
        failureOf(unknown, failures) ??
        invalid(setting, `it includes the set ${unknown}, which does not exist.`)
      );
    if (toLoad.length === 0) return expanded;
    if (
      depth >= packagingLimits.includedDepth ||
      loaded.size + toLoad.length > packagingLimits.includedSources
    )
      throw invalid(
        setting,
        `it includes more than ${packagingLimits.includedSources} sources, or ${packagingLimits.includedDepth} that include each other.`,
      );
    for (const source of toLoad) loaded.set(source, await attempt(source, setting, failures));
  }
}

/** Labels are sources, or sources and sets. */
function failureOf(label: string, failures: ReadonlyMap<string, SkillError>): SkillError | undefined {
  return [...failures].find(([source]) => label === source || label.startsWith(`${source}#`))?.[1];
}

function invalid({ wantsPath: path }: LoadSetting, reason: string): SkillError {
  return new SkillError("config-invalid", { path, reason });
}

/** Whether a source may be missing is known by those who include it. */
async function attempt(
  source: string,
  setting: LoadSetting,
  failures: Map<string, SkillError>,
): Promise<Wants | undefined> {
  try {
    return await loadFile(source, setting);
  } catch (error) {
    const isMissing = error instanceof SkillError && /^source-(?:unavailable|offline)$/.test(error.code);
    if (!isMissing) throw error;
    failures.set(source, error);
    return undefined;
  }
}

async function loadFile(source: string, setting: LoadSetting): Promise<Wants> {
  const spec = parseSource(source, { cwd: setting.root, home: setting.home });
  const refusal = refusalOf(spec, setting);
  if (refusal) throw new SkillError("install-refused", { name: refusal.name, reason: refusal.reason });
  const from = setting.sourceOf(spec);
  const { tree } = await from.fetch(spec, await from.resolve(spec));
  const file = tree.entries.find(({ path }) => path === "skillwright.json");
  const text = file && "bytes" in file ? decodeUtf8(file.bytes) : undefined;
  if (text === undefined)
    throw new SkillError("source-unavailable", { source, reason: "it has no skillwright.json" });
  const path = `skillwright.json of ${source}`;
  return inSource(parseWants(text, path), spec, { root: setting.root, path });
}

type IncludedFile = { readonly root: string; readonly path: string };

/** Paths in an included file are those of its source. */
function inSource(wants: Wants, spec: SourceSpec, file: IncludedFile): Wants {
  const read = ({ skills, include }: SkillSet): SkillSet => ({
    skills: skills.map((skill) => ({ ...skill, source: placeSource(skill.source, spec, file) })),
    include: include.map((one) =>
      one.source === undefined ? one : { ...one, source: placeSource(one.source, spec, file) },
    ),
  });
  return { ...read(wants), sets: new Map([...wants.sets].map(([name, set]) => [name, read(set)])) };
}

function placeSource(text: string, spec: SourceSpec, { root, path }: IncludedFile): string {
  if (!isLocalPath(text)) return text;
  if (spec.kind === "local" && !text.startsWith("~"))
    return formatSource(parseSource(text, { cwd: spec.path, home: "/" }), { from: root });
  const inside = spec.kind === "git" ? join(spec.path ?? ".", text) : "..";
  if (spec.kind === "git" && text.startsWith(".") && (inside === "." || pathFault(inside) === undefined)) {
    const { path: _, skill: __, ...repository } = spec;
    return formatSource(inside === "." ? repository : { ...repository, path: inside.replace(/\/$/, "") });
  }
  const reason = `its source ${JSON.stringify(text.slice(0, 120))} is a path that does not lead into where the file comes from.`;
  throw new SkillError("config-invalid", { path, reason });
}
