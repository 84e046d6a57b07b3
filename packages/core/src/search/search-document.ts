/** The parts of a skill that search reads. */
export type SearchDocument = {
  readonly name: string;
  readonly description: string;
  /** Tags, keywords and trigger phrases, whatever the frontmatter calls them. */
  readonly tags: readonly string[];
  readonly body: string;
};
