import type { HubAnswers, HubRefusal } from "@skillwright/core/registry";
import { HubError } from "./hub-error.ts";

/** A route that pages use: `GET /api/v1/approvals`. Its answer is in `HubAnswers` of core. */
export type HubRoute = keyof HubAnswers;

type ParamNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** What goes into the address of a route. */
export type Address<Route extends HubRoute> = {
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
} & ([ParamNames<Route>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamNames<Route>, string>> });

export type CallOptions = {
  /** The tenant that the request is about; the caller's own if absent. */
  readonly tenant?: string | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

/** Calls a route of the hub. The session's cookie goes along; the hub refuses requests from other sites by their origin. */
export async function callHub<Route extends HubRoute>(
  route: Route,
  address: Address<Route>,
  { tenant, body, signal }: CallOptions = {},
): Promise<HubAnswers[Route]> {
  const [method = "GET", path = ""] = route.split(" ");
  const url = hubAddress(path, { params: address.params, query: { ...address.query, tenant } });
  const init: RequestInit = { method, headers: { accept: "application/json" } };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal !== undefined) init.signal = signal;
  const response = await send(url, init);
  // A change with nothing to say.
  if (response.status === 204) return undefined as HubAnswers[Route];
  // Browser tests parse every answer with the schema that this type belongs to.
  return response.json() as Promise<HubAnswers[Route]>;
}

/** A text that the hub sends as it is, such as a file of a skill. It is shown as text and never as anything else. */
export async function readHubText(url: string, signal: AbortSignal): Promise<string> {
  return (await send(url, { headers: { accept: "text/plain, application/json" }, signal })).text();
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new HubError(0, "UNREACHABLE", "The hub does not answer.");
  });
  if (!response.ok) throw await toError(response);
  return response;
}

type Parts = {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
};

/** `/api/v1/skills/{name}` with its values. */
export function hubAddress(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

async function toError(response: Response): Promise<HubError> {
  const fallback: HubRefusal = {
    error: { code: "UNKNOWN", message: `The hub answered ${response.status}.` },
  };
  const { error } = await response
    .json()
    .then((value: Partial<HubRefusal>) => ({ error: value.error ?? fallback.error }))
    .catch(() => fallback);
  return new HubError(response.status, error.code, error.message);
}
