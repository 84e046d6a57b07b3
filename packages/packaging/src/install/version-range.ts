import semver from "semver";
import type { SkillWant } from "../lock/wants.ts";
import { formatSource } from "../sources/format-source.ts";
import { parseSource } from "../sources/parse-source.ts";
import type { SourceSpec } from "../sources/source.ts";

/** The folders that sources of wants may be relative to. */
type WantsPlace = { readonly root: string; readonly home: string };

/** The source of a want. A range beside the source is part of it. */
export function specOf({ source, range, skill, name }: SkillWant, { root, home }: WantsPlace): SourceSpec {
  const spec = parseSource(source, { cwd: root, home });
  if (spec.kind === "site") return { ...spec, skill: spec.skill ?? skill ?? name };
  if (range === undefined) return spec;
  if (spec.kind === "npm" || spec.kind === "hub") return { ...spec, range };
  return spec.kind === "git" ? { ...spec, ref: range } : spec;
}

/** The versions that a source as wanted may be of; undefined if it means a branch, a digest or something without versions. */
export function rangeOf(spec: SourceSpec): string | undefined {
  switch (spec.kind) {
    case "git":
      return spec.ref === undefined ? undefined : readRange(spec.ref);
    case "npm":
    case "hub":
      return readRange(spec.range ?? "latest");
    case "oci":
      return spec.reference === undefined ? "*" : (semver.valid(plusOf(spec.reference)) ?? undefined);
    case "local":
    case "site":
      return undefined;
  }
}

/** The same range in the words of the user, for explanations. */
export function rangeTextOf(spec: SourceSpec): string | undefined {
  const range = rangeOf(spec);
  if (range === undefined || range === "*") return range;
  if (spec.kind === "git") return spec.ref;
  return "range" in spec ? spec.range : range;
}

function readRange(text: string): string | undefined {
  return text === "latest" ? "*" : (semver.validRange(text) ?? undefined);
}

/** A tag of a registry cannot contain `+`: `_` stands for it. */
function plusOf(tag: string): string {
  return tag.replace("_", "+");
}

/** The same source without its range of versions; undefined if it has none. */
export function withoutRange(spec: SourceSpec): SourceSpec | undefined {
  const range = rangeOf(spec);
  if (range === undefined || range === "*") return undefined;
  if (spec.kind === "git") return { ...spec, ref: "latest" };
  if (spec.kind === "oci") {
    const { reference: _, ...rest } = spec;
    return rest;
  }
  return spec.kind === "npm" || spec.kind === "hub" ? { kind: spec.kind, name: spec.name } : undefined;
}

/** A want whose range has a version that is newer than the range: `^1.2.0` becomes `^2.0.0`. The same want if its range has it. */
export function wantVersion(want: SkillWant, version: string, place: WantsPlace): SkillWant {
  const spec = specOf(want, place);
  const range = rangeOf(spec);
  if (range === undefined || semver.satisfies(version, range)) return want;
  if (want.range !== undefined) return { ...want, range: rangeFor(want.range, version) };
  return { ...want, source: formatSource(withRange(spec, version), { from: place.root }) };
}

function withRange(spec: SourceSpec, version: string): SourceSpec {
  if (spec.kind === "git") return { ...spec, ref: rangeFor(spec.ref ?? "", version) };
  if (spec.kind === "oci") return { ...spec, reference: version.replace("+", "_") };
  return spec.kind === "npm" || spec.kind === "hub"
    ? { ...spec, range: rangeFor(spec.range ?? "", version) }
    : spec;
}

/** As strict as the old range: one version, patches of it, or everything compatible. */
function rangeFor(old: string, version: string): string {
  if (semver.valid(old) !== null) return version;
  return `${old.trim().startsWith("~") ? "~" : "^"}${version}`;
}
