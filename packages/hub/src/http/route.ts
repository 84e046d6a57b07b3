import { z } from "zod";
import type { Permission, Principal } from "../access/permissions.ts";
import type { Hub } from "../hub.ts";
import { Refusal } from "./refusal.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Who may call a route: everybody, everybody with credentials, or whoever has a permission in the tenant of the request. A handler
 * that looks at teams asks `mayDo` again with the team.
 */
type Needs = "nothing" | "credentials" | Permission;

/** A request that has been authenticated and parsed. */
export type Call<Query, Body> = {
  readonly hub: Hub;
  /** Undefined only on routes that need nothing. */
  readonly principal: Principal | undefined;
  /** The tenant that the request is about. */
  readonly tenant: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly request: Request;
  /** Where the request comes from. */
  readonly address: string;
};

/** A row of the table that drives the server, the OpenAPI document and the authorization test. */
export type Route = {
  readonly method: Method;
  /** With parameters in braces: `/api/v1/skills/{name}`; one that ends with a star takes the rest of the address. */
  readonly path: string;
  readonly summary: string;
  readonly needs: Needs;
  readonly query: z.ZodType;
  /** `bytes` is handed over as it comes. */
  readonly body?: z.ZodType | "bytes";
  /** The most that a body may have, if it is not the usual. */
  readonly maxBytes?: number;
  /** The body is a form of one of the hub's own pages; nothing else may send it. */
  readonly isForm?: true;
  /** The answer depends on the address, the credentials and the database alone, so it is sent again until the database changes. */
  readonly isCached?: true;
  /** The answer's JSON, for the OpenAPI document; absent for anything else. */
  readonly answer?: z.ZodType;
  /** A request that is well-formed, for the authorization test. */
  readonly sample?: Sample;
  readonly run: (call: RawCall) => Promise<Response>;
};

type Sample = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export type RawCall = Omit<Call<unknown, unknown>, "query" | "body"> & {
  readonly rawQuery: Readonly<Record<string, string>>;
  /** Parsed JSON or bytes, as the route wants it. */
  readonly rawBody: unknown;
};

type RouteDefinition<Query, Body> = Omit<Route, "query" | "body" | "run"> & {
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  readonly handle: (call: Call<Query, Body>) => Promise<Response>;
};

/** A route whose handler gets its query and its JSON body parsed. */
export function defineRoute<Query = object, Body = undefined>(
  definition: RouteDefinition<Query, Body>,
): Route {
  const { handle, query, body, ...rest } = definition;
  const run = (call: RawCall): Promise<Response> => {
    const { rawQuery, rawBody, ...common } = call;
    return handle({
      ...common,
      query: parse(query ?? anyQuery, rawQuery, "query") as Query,
      body: (body === undefined ? undefined : parse(body, rawBody, "body")) as Body,
    });
  };
  return { ...rest, query: query ?? anyQuery, ...(body && { body }), run };
}

/** A route that takes bytes. */
export function defineUpload(
  definition: Omit<Route, "query" | "body" | "run"> & {
    readonly handle: (call: Call<object, Uint8Array>) => Promise<Response>;
  },
): Route {
  const { handle, ...rest } = definition;
  const run = ({ rawQuery: _, rawBody, ...common }: RawCall): Promise<Response> => {
    if (!(rawBody instanceof Uint8Array)) throw new Refusal("INVALID_REQUEST", "expected a body of bytes");
    return handle({ ...common, query: {}, body: rawBody });
  };
  return { ...rest, query: anyQuery, body: "bytes", run };
}

const anyQuery = z.object({});

function parse(schema: z.ZodType, value: unknown, where: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = [where, ...(issue?.path ?? []).map(String)].join(".");
  throw new Refusal("INVALID_REQUEST", `${place.slice(0, 200)}: ${issue?.message ?? "invalid value"}`);
}
