import type { Policy } from "@skillwright/core/policy";
import type { SessionOptions } from "@skillwright/runtime";
import type { OpenedCatalog } from "../catalog/open-catalog.ts";
import type { Io } from "../io.ts";
import { secretValues } from "./secret-values.ts";

/** Session options for this user and folder. */
export function userSession(
  { catalog, fs }: OpenedCatalog,
  policy: readonly Policy[],
  { cwd, place, environment }: Io,
): SessionOptions {
  const user = environment.USER ?? environment.LOGNAME;
  return {
    catalog,
    fs,
    workspace: cwd,
    home: place.home,
    policy,
    environment,
    secrets: secretValues(environment),
    ...(user === undefined ? {} : { user }),
  };
}
