import { z } from "zod";
import { type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";
import { callHub } from "../../registries/call-hub.ts";
import { openRegistries } from "../../registries/open-registries.ts";

export type OpenHub = {
  get<Answer>(path: string, schema: z.ZodType<Answer>): Promise<Answer>;
  post<Answer>(path: string, body: unknown, schema: z.ZodType<Answer>): Promise<Answer>;
  delete(path: string): Promise<void>;
};

/** Runs work with the user's hub. Requests are about the tenant that the flags name. */
export async function withHub<Result>(
  invocation: Invocation,
  io: Io,
  work: (hub: OpenHub) => Promise<Result>,
): Promise<Result> {
  const opened = openRegistries(io);
  const registries = { ...opened, hub: invocation.option("hub") ?? opened.hub };
  const tenant = readTenant(invocation);
  const pathOf = (path: string): string => {
    if (tenant === undefined) return path;
    return `${path}${path.includes("?") ? "&" : "?"}tenant=${encodeURIComponent(tenant)}`;
  };
  try {
    return await work({
      get: (path, schema) => callHub(registries, { method: "GET", path: pathOf(path), schema }),
      post: (path, body, schema) => callHub(registries, { method: "POST", path: pathOf(path), body, schema }),
      delete: async (path) => {
        await callHub(registries, { method: "DELETE", path: pathOf(path), schema: z.unknown() });
      },
    });
  } finally {
    opened.http.close();
  }
}

function readTenant(invocation: Invocation): string | undefined {
  const scope = invocation.option("scope");
  const tenant = invocation.option("tenant");
  if (scope === undefined || scope === "tenant") return tenant;
  if (scope !== "enterprise") throw new UsageError(`--scope is enterprise or tenant; found '${scope}'.`);
  if (tenant !== undefined && tenant !== "enterprise")
    throw new UsageError("--scope enterprise reaches every tenant; leave out --tenant.");
  return "enterprise";
}

/** A time from now, `7d`, `12h` or `30m`, or a date, as ISO 8601. */
export function readExpiry(invocation: Invocation, io: Pick<Io, "today">): string | undefined {
  const text = invocation.option("expires");
  if (text === undefined) return undefined;
  const [, number = "", unit = ""] = /^(\d{1,5})([dhm])$/.exec(text) ?? [];
  const units = new Map([
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["m", 60_000],
  ]);
  const length = units.get(unit);
  const time = length === undefined ? Date.parse(text) : io.today() + Number(number) * length;
  if (Number.isNaN(time) || !/^[\dTZ:.+dhm-]+$/.test(text))
    throw new UsageError(`--expires is a time such as 7d, 12h or 2027-01-31; found '${text}'.`);
  return new Date(time).toISOString();
}

/** Asks on a terminal; without one, or with --yes, the answer is yes. */
export async function confirm(question: string, invocation: Invocation, io: Io): Promise<boolean> {
  if (invocation.flag("yes") || invocation.flag("json") || io.terminal.piped) return true;
  const answer = await io.ask(`${question} [y/N] `);
  return answer !== undefined && /^y(?:es)?$/i.test(answer.trim());
}
