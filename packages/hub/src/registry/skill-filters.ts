import type { Facet, SkillFacets } from "@skillwright/core/registry";
import { z } from "zod";
import { hubLimits } from "../limits.ts";
import type { LibraryEntry } from "./library-entries.ts";

const value: z.ZodOptional<z.ZodString> = z.string().max(200).optional();

type FilterShape = {
  readonly team: typeof value;
  readonly tag: typeof value;
  readonly tool: typeof value;
  readonly state: z.ZodOptional<z.ZodEnum<{ approved: "approved"; deprecated: "deprecated" }>>;
  readonly scripts: z.ZodOptional<z.ZodEnum<{ yes: "yes"; no: "no" }>>;
};

/** How lists and searches of skills can be narrowed. */
export const skillFilterShape: FilterShape = {
  team: value.describe("Only skills of this team."),
  tag: value.describe("Only skills with this tag in their frontmatter."),
  tool: value.describe("Only skills that ask for this tool; `*` for those that restrict nothing."),
  state: z.enum(["approved", "deprecated"]).optional(),
  scripts: z.enum(["yes", "no"]).optional().describe("Only skills with scripts, or without."),
};

export type SkillFilter = { readonly [Field in keyof FilterShape]?: z.infer<FilterShape[Field]> };

export function matchesFilter(
  entry: LibraryEntry,
  { team, tag, tool, state, scripts }: SkillFilter,
): boolean {
  const { skill, traits } = entry;
  return (
    (team === undefined || skill.team === team) &&
    (tag === undefined || traits.tags.includes(tag)) &&
    (tool === undefined || toolsOf(entry).includes(tool)) &&
    (state === undefined || stateOf(entry) === state) &&
    (scripts === undefined || traits.scripts > 0 === (scripts === "yes"))
  );
}

/** The values that skills have, with their numbers. */
export function countFacets(entries: readonly LibraryEntry[]): SkillFacets {
  return {
    total: entries.length,
    teams: countValues(entries, ({ skill }) => (skill.team === "" ? [] : [skill.team])),
    tags: countValues(entries, ({ traits }) => traits.tags),
    tools: countValues(entries, toolsOf),
    states: countValues(entries, (entry) => [stateOf(entry)]),
    scripts: entries.filter(({ traits }) => traits.scripts > 0).length,
  };
}

function countValues(
  entries: readonly LibraryEntry[],
  valuesOf: (entry: LibraryEntry) => readonly string[],
): readonly Facet[] {
  const counts = new Map<string, number>();
  for (const entry of entries)
    for (const one of new Set(valuesOf(entry))) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts]
    .map(([one, count]) => ({ value: one, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, hubLimits.pageRows);
}

/** `Bash(git *)` asks for Bash. */
function toolsOf({ traits: { tools } }: LibraryEntry): readonly string[] {
  if (tools === undefined) return [unrestricted];
  return tools.map((tool) => (tool.includes("(") ? tool.slice(0, tool.indexOf("(")) : tool));
}

const unrestricted = "*";

function stateOf({ latest }: LibraryEntry): "approved" | "deprecated" {
  return latest.deprecated === null && latest.state !== "deprecated" ? "approved" : "deprecated";
}
