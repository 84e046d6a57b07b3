/** A folder whose absolute path becomes `${NAME}` in a recording and is restored on replay. */
export type Place = {
  /** Capital letters, digits and `_`, but not `ID`. Several paths may share a name; the first is restored. */
  readonly name: string;
  readonly path: string;
  /** The path is a prefix for `mkdtemp`, which appends six letters that each request tells. */
  readonly isPrefix?: true;
};
