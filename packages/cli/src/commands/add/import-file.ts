import { dirname } from "node:path";
import { formatError, SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import {
  formatSource,
  getWanted,
  importableFiles,
  importWants,
  type Place,
  parseSource,
  type RootSkill,
  type SkillWant,
} from "@skillwright/packaging";
import { type Invocation, UsageError } from "../../command.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import type { Io } from "../../io.ts";
import { dependencySetting } from "../../packages/dependencies.ts";
import type { Packages } from "../../packages/open-packages.ts";
import { readText } from "../../packages/open-place.ts";

/** The path of another tool's manifest or lock, if that is what the user named; undefined for any other source. */
export function importPath(text: string, io: Io): string | undefined {
  const name = text.replaceAll("\\", "/").split("/").at(-1) ?? "";
  if (!importableFiles.includes(name)) return undefined;
  const path = absolutePath(text, io.cwd, io.place.home);
  if (createNodeFileSystem().stat(path)?.kind === "file") return path;
  // Any other source has a slash or a colon.
  if (text === name) throw new UsageError(`there is no ${name} in this folder.`);
  return undefined;
}

/** The file of another tool that says what this place has, as the user can name it; undefined if there is none. */
export function findImportable({ root, scope }: Place, io: Io): string | undefined {
  const fs = createNodeFileSystem();
  const paths =
    scope === "user"
      ? [`${root}/.agents/.skill-lock.json`]
      : importableFiles.map((name) => `${root}/${name}`);
  const found = paths.find((path) => fs.stat(path)?.kind === "file");
  return found && formatSource({ kind: "local", path: found }, { from: io.cwd });
}

export type ImportedRoots = {
  readonly roots: readonly RootSkill[];
  readonly notes: readonly string[];
};

/**
 * What another tool's file wants, as its sources have it now. What cannot be carried over or fetched is a note; if nothing can be fetched, the
 * first failure is the error.
 */
export async function importFile(
  path: string,
  packages: Packages,
  { invocation, io }: { readonly invocation: Invocation; readonly io: Io },
): Promise<ImportedRoots> {
  const { place, ports } = packages;
  const { skills, notCarried } = importWants(readText(ports.fs, path), path);
  const { chosen, notes } = chooseWants(skills, packages, { path, invocation });
  const roots: RootSkill[] = [];
  const failures: SkillError[] = [];
  const failed: string[] = [];
  for (const listed of chosen) {
    try {
      const want = placeWant(listed, path, { place, io });
      roots.push(...(await getWanted([want], dependencySetting(packages, [want], io))).roots);
    } catch (error) {
      if (!(error instanceof SkillError) || isFinal(error) || io.signal().aborted) throw error;
      failures.push(error);
      failed.push(`${listed.name} was not imported: ${formatError(error)}`);
    }
  }
  const [first] = failures;
  if (roots.length === 0 && first !== undefined) throw first;
  return {
    roots,
    notes: [
      ...notes,
      ...failed,
      ...notCarried.map((text) => `Not imported: ${text}.`),
      ...replaced(path, roots),
    ],
  };
}

/** Policies and contents that were tampered with stop the command, as for any other source. */
function isFinal({ code }: SkillError): boolean {
  return code === "install-refused" || code === "integrity-mismatch" || code === "signature-invalid";
}

function replaced(path: string, roots: readonly RootSkill[]): readonly string[] {
  const name = path.split("/").at(-1) ?? path;
  return roots.length === 0
    ? []
    : [`${name} stays as it is; skillwright.json and skillwright.lock replace it.`];
}

/** Paths in a file are relative to its folder; wants are relative to the project. */
function placeWant(
  want: SkillWant,
  path: string,
  { place, io }: { readonly place: Place; readonly io: Io },
): SkillWant {
  const spec = parseSource(want.source, { cwd: dirname(path), home: io.place.home });
  if (spec.kind !== "local") return want;
  return { ...want, source: formatSource(spec, { from: place.root }) };
}

type Choosing = { readonly path: string; readonly invocation: Invocation };

/** The wants that --skill names, or all. What the project has already is not replaced. */
function chooseWants(
  wants: readonly SkillWant[],
  { wants: own, setting: { lock } }: Packages,
  { path, invocation }: Choosing,
): { readonly chosen: readonly SkillWant[]; readonly notes: readonly string[] } {
  const names = invocation.options("skill");
  const unknown = names.find((name) => !wants.some((want) => want.name === name));
  if (unknown !== undefined)
    throw new SkillError("skill-unknown", {
      name: unknown,
      hint: ` ${path} lists ${
        wants
          .slice(0, 20)
          .map(({ name }) => name)
          .join(", ") || "no skills"
      }.`,
    });
  const known = new Set([...(own?.skills ?? []), ...lock.skills].map(({ name }) => name));
  const named = names.length === 0 ? wants : wants.filter(({ name }) => names.includes(name));
  const chosen = named.filter(({ name }) => !known.has(name));
  const kept = named.filter(({ name }) => known.has(name));
  return {
    chosen,
    notes: kept.map(({ name }) => `${name} was not imported: this project has a skill of that name already.`),
  };
}
