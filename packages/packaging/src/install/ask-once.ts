import { formatSource } from "../sources/format-source.ts";
import type { Fetched, Release, Source, SourceSpec } from "../sources/source.ts";

type SourceOf = (spec: SourceSpec) => Source;

/** Sources that remember their answers, so that several skills of one source ask it once. For the time of one command. */
export function askOnce(sourceOf: SourceOf): SourceOf {
  const versions = new Map<string, Promise<readonly Release[]>>();
  const releases = new Map<string, Promise<Release>>();
  const contents = new Map<string, Promise<Fetched>>();
  return (opened) => {
    const source = sourceOf(opened);
    // A source may be asked for another part of it than it was opened for.
    return {
      versions: (spec) => once(versions, keyOf(spec), () => source.versions(spec)),
      resolve: (spec) => once(releases, keyOf(spec), () => source.resolve(spec)),
      fetch: (spec, release) =>
        once(contents, `${keyOf(spec)} ${release.resolved}`, () => source.fetch(spec, release)),
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
