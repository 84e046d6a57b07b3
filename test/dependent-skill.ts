export type Fields = {
  readonly needs?: readonly string[];
  readonly optional?: readonly string[];
  readonly conflicts?: readonly string[];
  readonly version?: string;
  readonly requires?: readonly string[];
};

/** What a registry has: skills by name, then by version. */
export type Published = Readonly<Record<string, Readonly<Record<string, Fields>>>>;

/** A SKILL.md with dependencies in the fields of OmniForge. */
export function dependentSkill(name: string, fields: Fields = {}): string {
  const { needs = [], optional = [], conflicts = [], version, requires } = fields;
  const entries = [
    ...needs.map((one) => `    - skillName: "${one}"\n`),
    ...optional.map((one) => `    - skillName: "${one}"\n      optional: true\n`),
  ];
  return [
    `---\nname: ${name}\ndescription: Reads ${name} files. Use when the user names one.\n`,
    version === undefined ? "" : `metadata:\n  version: ${version}\n`,
    requires === undefined ? "" : `compatibility:\n  requires: ${JSON.stringify(requires)}\n`,
    entries.length + conflicts.length === 0 ? "" : "composition:\n",
    entries.length === 0 ? "" : `  dependencies:\n${entries.join("")}`,
    conflicts.length === 0 ? "" : `  conflicts: ${JSON.stringify(conflicts)}\n`,
    "---\n# Title\n\nRead the file.\n",
  ].join("");
}
