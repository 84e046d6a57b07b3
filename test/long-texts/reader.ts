/** A place where text of others enters the product. */
export type Reader = {
  readonly name: string;
  readonly read: (text: string) => unknown;
  /** Long texts spend their time in the YAML library, to which the policies of core give the longest ones. */
  readonly isYaml?: true;
};
