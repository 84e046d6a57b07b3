import type { Answer } from "./exchange.ts";

/** Why a request failed, for people. */
export function failureReason(error: unknown, { host }: URL): string {
  const code = error instanceof Error && "code" in error ? `${error.code}` : "";
  const known = reasons[code];
  if (known !== undefined) return known(host);
  if (/CERT|SIGNATURE|ISSUER/.test(code))
    return `the certificate of ${host} is not trusted (${code}); name your own authority in NODE_EXTRA_CA_CERTS`;
  // Node reports several failed addresses of one host as an error without a message.
  if (error instanceof AggregateError) return failureReason(error.errors[0], new URL(`http://${host}`));
  return error instanceof Error ? error.message : String(error);
}

const reasons: Readonly<Record<string, (host: string) => string>> = {
  ENOTFOUND: (host) => `there is no host ${host}`,
  EAI_AGAIN: (host) => `the name ${host} cannot be resolved`,
  ECONNREFUSED: (host) => `${host} refuses the connection`,
  ECONNRESET: (host) => `${host} broke the connection`,
  ETIMEDOUT: (host) => `${host} does not answer`,
};

/** Why an answer is a refusal. */
export function statusReason({ status, headers }: Pick<Answer, "status" | "headers">): string {
  if (status === 401) return "the server wants a login (401); see `skillwright login`";
  if (status === 403) return "the server refuses access (403)";
  if (status === 404 || status === 410) return `it does not exist (${status})`;
  const later = headers["retry-after"];
  if (status === 429) return `too many requests (429)${later === undefined ? "" : `, retry after ${later}`}`;
  return `the server answered ${status}`;
}
