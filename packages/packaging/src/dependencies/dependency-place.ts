import { dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import { isInside } from "@skillwright/core/path";
import { rangeTextOf, withoutRange } from "../install/version-range.ts";
import { parseSource, type SourcePlace } from "../sources/parse-source.ts";
import type { SourceSpec } from "../sources/source.ts";
import { pathFault } from "../tree/path-fault.ts";
import type { Dependency } from "../versions/pubgrub.ts";

/** Where a dependency may be. */
export type DependencyPlace = {
  readonly spec: SourceSpec;
  readonly range: string;
  /** One skill or package of the source; all of its skills if absent. */
  readonly wanted?: string;
  /** Another source than that of the skill that asks, and not of the same registry. */
  readonly isExotic: boolean;
};

/**
 * The places in which a dependency is looked for, in order: the source of the skill that asks for it, the registry of that source, and what
 * its name means as a source.
 */
export function findPlaces(
  { name, range }: Dependency,
  asker: SourceSpec,
  place: SourcePlace,
): readonly DependencyPlace[] {
  if (isSourceText(name)) {
    const spec = readSource(name, place);
    return spec === undefined ? [] : [explicitPlace(spec, range, asker)];
  }
  const own = { isExotic: false, range };
  const shorthand = /^[^@/]+\/[^@/]+$/.test(name) ? readSource(name, place) : undefined;
  return [
    ...sameSource(asker, name).map((spec) => ({ ...own, spec, wanted: name })),
    ...sameRegistry(asker, name, place).map((spec) =>
      spec.kind === "local" ? { ...own, spec, wanted: name } : { ...own, spec },
    ),
    ...(shorthand === undefined ? [] : [explicitPlace(shorthand, range, asker)]),
  ];
}

/** Whether a text can only be a source, not the name of a skill or package. */
function isSourceText(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:|^[\w.-]+@[^@]+[:/]|^[.~/\\]/i.test(text);
}

function readSource(text: string, place: SourcePlace): SourceSpec | undefined {
  try {
    return parseSource(text, place);
  } catch (error) {
    if (error instanceof SkillError && error.code === "source-invalid") return undefined;
    throw error;
  }
}

function explicitPlace(spec: SourceSpec, range: string, asker: SourceSpec): DependencyPlace {
  const stated = rangeTextOf(spec);
  const isOpen = spec.kind === "git" && spec.ref === undefined && range !== "*";
  const open = isOpen ? { ...spec, ref: "latest" } : (withoutRange(spec) ?? spec);
  return {
    spec: open,
    range: range === "*" ? (stated ?? "*") : range,
    ...("skill" in spec && spec.skill !== undefined && { wanted: spec.skill }),
    isExotic: !isOfSameOrigin(spec, asker),
  };
}

/** Registries are one origin for all that they have, as for whoever configured them. */
function isOfSameOrigin(spec: SourceSpec, asker: SourceSpec): boolean {
  switch (spec.kind) {
    case "git":
      return asker.kind === "git" && asker.url === spec.url;
    case "local":
      return asker.kind === "local" && isInside(asker.path, spec.path);
    case "site":
      return asker.kind === "site" && asker.url === spec.url;
    case "npm":
    case "hub":
      return asker.kind === spec.kind;
    case "oci":
      return asker.kind === "oci" && asker.registry === spec.registry;
  }
}

/** The source of the skill that asks, where it may have others. */
function sameSource(asker: SourceSpec, name: string): readonly SourceSpec[] {
  if (asker.kind === "site") return /^[a-z0-9-]+$/.test(name) ? [{ ...asker, skill: name }] : [];
  if (asker.kind === "oci") return [];
  if (asker.kind !== "git") return [asker];
  const { path, skill: _, ...repository } = asker;
  return path === undefined ? [repository] : [{ ...repository, path }, repository];
}

/** A package of that name beside the one that asks. A name without a scope has the scope of the asker, never the public one. */
function sameRegistry(asker: SourceSpec, name: string, place: SourcePlace): readonly SourceSpec[] {
  const text = registryText(asker, name);
  const spec = text === undefined ? undefined : readSource(text, place);
  return spec === undefined ? [] : [spec];
}

function registryText(asker: SourceSpec, name: string): string | undefined {
  const beside = (own: string): string =>
    name.includes("/") ? name : `${own.slice(0, own.lastIndexOf("/") + 1)}${name}`;
  switch (asker.kind) {
    case "npm":
    case "hub":
      return `${asker.kind}:${beside(asker.name)}`;
    case "oci":
      return `oci:${asker.registry}/${beside(asker.repository).replace(/^@/, "")}`;
    case "local":
      // The folder around a skill often has others.
      return pathFault(name) === undefined && !name.includes("/")
        ? `${dirname(asker.path).replace(/\/$/, "")}/${name}`
        : undefined;
    case "git":
    case "site":
      return undefined;
  }
}
