import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import { z } from "zod";
import { packagingLimits } from "../limits.ts";
import { readRange } from "../versions/range.ts";
import { describeIssue, newerFormat } from "./format-fault.ts";
import { lineAt, readJsonText } from "./json-text.ts";

/** What a team wants: `skillwright.json`. */
export type Wants = {
  /** Agents that get the skills; the user's choice if absent. */
  readonly agents?: readonly string[];
  readonly scope?: "project" | "user";
  readonly skills: readonly SkillWant[];
  /** Sets that are wanted as a whole. */
  readonly include: readonly Inclusion[];
  /** Skills that are not installed although others need them. */
  readonly omit?: readonly string[];
  /** Sets to be included here or chosen by name. */
  readonly sets: ReadonlyMap<string, SkillSet>;
};

export type SkillSet = { readonly skills: readonly SkillWant[]; readonly include: readonly Inclusion[] };

/** A set of this file, or of the `skillwright.json` in another source; without a name, everything that file wants. */
export type Inclusion = {
  readonly set?: string;
  readonly source?: string;
  /** Whether the installation goes on if the source cannot be reached, for example for want of access. */
  readonly optional?: boolean;
};

export type SkillWant = {
  /** The name it is installed under. */
  readonly name: string;
  readonly source: string;
  /** Its name in the source, if it is installed under another one. */
  readonly skill?: string;
  readonly range?: string;
  readonly agents?: readonly string[];
  readonly optional?: boolean;
};

const line = z.string().regex(/^[^\0-\x1f\x7f]{1,2048}$/, { error: "expected one line of text" });
/** Names of folders, since skills are installed under them. */
const name = z.string().regex(/^(?!\.)[^\0-\x1f\x7f\\/:*?"<>|]{1,64}(?<![. ])$/, {
  error: "expected a name that can be a folder",
});
const agents = z.array(name).optional().describe("Agents that get it.");
const optional = z.boolean().optional().describe("Whether to go on without it if it cannot be fetched.");

const details = z.strictObject({
  source: line.describe("Where it comes from, as for `skillwright add`."),
  skill: name.optional().describe("Its name in the source, if it is installed under another one."),
  range: z
    .string()
    .refine((text) => readRange(text) !== undefined, { error: "expected a range of versions such as ^1.2.0" })
    .optional()
    .describe("Versions that are wanted, such as ^1.2.0."),
  agents,
  optional,
});
const skills = z
  .record(name, z.union([line, details], { error: "expected a source, or an object with a source" }))
  .describe("Skills by the name they are installed under: a source, or an object with details.");
const include = z
  .array(
    z.union(
      [
        line,
        z.strictObject({
          source: line.describe("A source with a skillwright.json."),
          set: line.optional().describe("A set in it; everything it wants if absent."),
          optional,
        }),
      ],
      { error: "expected the name of a set, or an object with a source" },
    ),
  )
  .describe(
    "Sets that are wanted as a whole: names of sets in this file, or sources with a skillwright.json.",
  );

const wantsFile = z
  .strictObject({
    $schema: z.string().optional().describe("Address of this schema, for editors."),
    version: z.literal(1).optional().describe("Version of this format."),
    agents,
    scope: z.enum(["project", "user"]).optional().describe("Where skills are installed; project by default."),
    skills: skills.optional(),
    include: include.optional(),
    omit: z
      .array(line)
      .max(packagingLimits.omittedSkills)
      .optional()
      .describe("Skills that are not installed although others need them, by the names they are needed by."),
    sets: z
      .record(line, z.strictObject({ skills: skills.optional(), include: include.optional() }))
      .optional()
      .describe("Named sets of skills, which may include other sets."),
  })
  .describe("The skills that a project wants.");
/** The shape of `skillwright.json`. */
export const WantsSchema: z.ZodType = wantsFile;

/** Reads what is wanted; an unclear file is an error. */
export function parseWants(text: string, path: string): Wants {
  if (text.length > packagingLimits.wantsCharacters) throw invalid(path, "it is too long");
  const conflict = /^<{7} /m.exec(text);
  if (conflict !== null)
    throw invalid(
      path,
      `line ${lineAt(text, conflict.index)}: git left conflict markers; keep what both sides want, then run \`skillwright add\``,
    );
  const json = readJsonText(text);
  if ("fault" in json) throw invalid(path, json.fault);
  const result = wantsFile.safeParse(json.value);
  if (!result.success) throw invalid(path, newerFormat(json.value) ?? describeIssue(result.error));
  const { agents: everyone, scope, omit, sets = {}, ...rest } = result.data;
  return {
    ...compact<Pick<Wants, "agents" | "scope" | "omit">>({ agents: everyone, scope, omit }),
    ...readSet(rest),
    sets: new Map(Object.entries(sets).map(([key, set]) => [key, readSet(set)])),
  };
}

type SetFile = Pick<z.infer<typeof wantsFile>, "skills" | "include">;

function readSet({ skills: wanted = {}, include: others = [] }: SetFile): SkillSet {
  return {
    skills: Object.entries(wanted).map(([key, value]): SkillWant => {
      if (typeof value === "string") return { name: key, source: value };
      return { name: key, ...compact<Omit<SkillWant, "name">>(value) };
    }),
    include: others.map((one) => (typeof one === "string" ? { set: one } : compact<Inclusion>(one))),
  };
}

/** What the file says of one skill: the source alone, if there is nothing else to say. */
export function toWantsValue({ name: _, ...wanted }: SkillWant): unknown {
  return Object.keys(wanted).length === 1 ? wanted.source : wanted;
}

/** Whether a skill could be written to a file of wants and read back. */
export function isWantable({ name: key, ...wanted }: SkillWant): boolean {
  return name.safeParse(key).success && details.safeParse(wanted).success;
}

function invalid(path: string, reason: string): SkillError {
  return new SkillError("config-invalid", { path, reason: `${reason}.` });
}
