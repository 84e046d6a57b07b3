import { formatSource } from "../sources/format-source.ts";
import type { Fetched, Release, Source, SourceSpec } from "../sources/source.ts";

type SourceOf = (spec: SourceSpec) => Source;

/** Sources that remember their answers, so that several skills of one source ask it once. For the time of one command. */
export function askOnce(sourceOf: SourceOf): SourceOf {
  const versions = new Map<string, Promise<readonly Release[]>>();
  const releases = new Map<string, Promise<Release>>();
  const contents = new Map<string, Promise<Fetched>>();
  return (spec) => {
    const source = sourceOf(spec);
    const key = keyOf(spec);
    return {
      versions: () => once(versions, key, () => source.versions(spec)),
      resolve: () => once(releases, key, () => source.resolve(spec)),
      fetch: (_, release) => once(contents, `${key} ${release.resolved}`, () => source.fetch(spec, release)),
    };
  };
}

/** A repository or a folder has the same content for each of its skills; a site has releases of each. */
function keyOf(spec: SourceSpec): string {
  if (spec.kind !== "git" && spec.kind !== "local") return formatSource(spec);
  const { skill: _, ...rest } = spec;
  return formatSource(rest);
}

function once<Value>(
  answers: Map<string, Promise<Value>>,
  key: string,
  ask: () => Promise<Value>,
): Promise<Value> {
  const known = answers.get(key) ?? ask();
  answers.set(key, known);
  return known;
}
