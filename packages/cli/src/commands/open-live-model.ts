import type { LiveModel } from "@skillwright/evals";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { openPolicies } from "../session/open-policies.ts";
import { secretValues } from "../session/user-session.ts";
import type { SuiteOptions } from "./suite-options.ts";

/** Opens the model for scenarios; undefined when none was requested. */
export async function openLiveModel(
  { model: request, record }: SuiteOptions,
  invocation: Invocation,
  io: Io,
): Promise<LiveModel | undefined> {
  if (request === undefined) return undefined;
  const { openModel } = await import("../models/open-model.ts");
  const { model, find } = await openModel(request, io.environment);
  const policy = await openPolicies(invocation, io);
  return { model, find, isRecorded: record, policy, secrets: secretValues(io.environment) };
}
