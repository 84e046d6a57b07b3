import type { SkillManifest } from "@skillwright/core";
import type { PackageNeeds } from "@skillwright/core/discover";
import type { Dependency } from "./pubgrub.ts";
import { readRange } from "./range.ts";

/**
 * The skills and packages that a skill needs: its `composition`, its `compatibility.packages` and, if it is part of one, those of its
 * package. Optional ones are not installed for its sake, but must fit if they are there.
 */
export function dependenciesOf(
  { composition, requirements }: Pick<SkillManifest, "composition" | "requirements">,
  { dependencies = {}, optionalDependencies = {}, peerDependencies = {} }: Partial<PackageNeeds> = {},
): readonly Dependency[] {
  const composed = (composition?.dependencies ?? []).map(
    ({ skillName, optional }): Dependency => ({
      ...readNameAndRange(skillName),
      relation: optional ? "allows" : "needs",
    }),
  );
  const conflicts = (composition?.conflicts ?? []).map(
    (text): Dependency => ({ ...readNameAndRange(text), relation: "excludes" }),
  );
  return [
    ...composed,
    ...conflicts,
    ...(requirements?.packages ?? []).map(readNameAndRange),
    ...Object.entries({ ...peerDependencies, ...dependencies }).map(([name, range]) => ({ name, range })),
    ...Object.entries(optionalDependencies).map(
      ([name, range]): Dependency => ({ name, range, relation: "allows" }),
    ),
  ];
}

/** Reads `name`, `name@^1.2`, `name >=1.0` and `@scope/name@1`; the whole text is the name if the rest is not a range. */
export function readNameAndRange(text: string): Dependency {
  const plain = text.trim();
  const [, name = plain, at, sign] = /^(@?[^@\s<>=~^*]+)(?:@(.+)|\s*([<>=~^*].*))?$/.exec(plain) ?? [];
  const range = at ?? sign ?? "*";
  return readRange(range) === undefined ? { name: plain, range: "*" } : { name, range };
}
