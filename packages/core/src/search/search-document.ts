/** What search reads of a skill: the parts an author wrote to be found by, and the instructions. */
export type SearchDocument = {
  readonly name: string;
  readonly description: string;
  /** Tags, keywords and trigger phrases, whatever the frontmatter calls them. */
  readonly tags: readonly string[];
  readonly body: string;
};
