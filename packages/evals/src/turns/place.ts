/** A folder whose absolute path becomes `${NAME}` in a recording, and is put back when it is replayed. */
export type Place = {
  /** Capital letters, digits and `_`, and not `ID`. Several paths may have one name; the first that is met is put back. */
  readonly name: string;
  readonly path: string;
  /** The path is what `mkdtemp` was given: the folder's name goes on with six letters, which each request tells. */
  readonly isPrefix?: true;
};
