import { SkillError } from "@skillwright/core";
import { hubRefusalSchema } from "@skillwright/core/registry";
import { parseJson } from "@skillwright/core/text";
import type { z } from "zod";
import type { Registries } from "./open-registries.ts";

export type HubCall<Answer> = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the hub's address: `api/v1/audit`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** What the answer must be: JSON of this shape, or its text. */
  readonly schema: z.ZodType<Answer>;
  readonly isText?: boolean;
};

/** Sends a request to the user's hub and returns its parsed answer. A refusal is a `SkillError` with the hub's code. */
export async function callHub<Answer>(
  { http, hub }: Pick<Registries, "http" | "hub">,
  { method, path, body, schema, isText = false }: HubCall<Answer>,
): Promise<Answer> {
  if (hub === undefined || !URL.canParse(hub)) throw new SkillError("hub-unknown", {});
  const address = new URL(hub);
  const name = address.host;
  const base = hub.endsWith("/") ? hub : `${hub}/`;
  const { status, bytes } = await http.send({
    ...{ method, url: new URL(path, base), name, maxBytes: longestAnswer },
    ...(body !== undefined && {
      ...{ body: Buffer.from(JSON.stringify(body)), headers: { "content-type": "application/json" } },
    }),
  });
  const text = Buffer.from(bytes).toString();
  const content = isText ? text : parseJson(text);
  if (status >= 300) throw toRefusal(name, status, parseJson(text));
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const reason = `its answer to ${path.slice(0, 80)} is not what was expected`;
  throw new SkillError("source-unavailable", { source: name, reason });
}

/** The largest page of audit lines. */
const longestAnswer = 67_108_864;

function toRefusal(hub: string, status: number, content: unknown): SkillError {
  const { error } = hubRefusalSchema.safeParse(content).data ?? {};
  const reason = error?.message.replace(/\.$/, "") ?? "it gave no reason";
  return new SkillError("hub-refused", { hub, reason, code: error?.code ?? String(status) });
}
