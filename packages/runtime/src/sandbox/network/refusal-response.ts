import type { Denial } from "./gatekeeper.ts";

/** Why a request was refused; sent in the `X-Skillwright-Denied` header. */
export type Refusal = Denial | "malformed" | "unreadable" | "pipelined" | "too-many-requests" | "unreachable";

export type RefusalResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The response to the program: 403 if the list forbids the host, 502 if it cannot be reached. */
export function refusalResponse({
  refusal,
  host,
}: {
  readonly refusal: Refusal;
  readonly host: string;
}): RefusalResponse {
  const body = `${sentences[refusal].replace("{host}", () => host)}\n`;
  return {
    status: refusal === "unresolvable" || refusal === "unreachable" ? 502 : 403,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Length": String(Buffer.byteLength(body)),
      "X-Skillwright-Denied": refusal,
    },
    body,
  };
}

const sentences: Readonly<Record<Refusal, string>> = {
  "not-listed": "Skillwright: {host} is not in the list of hosts that this program may reach.",
  "port-not-listed":
    "Skillwright: {host} is in the list of hosts that this program may reach, but not with this port.",
  "private-address":
    "Skillwright: {host} resolves to an address of this machine or its network, which is not listed.",
  unresolvable: "Skillwright: {host} is listed, but does not resolve to an address.",
  unreachable: "Skillwright: {host} is listed, but does not answer.",
  malformed: "Skillwright: {host} is not a valid host and port; expected the form example.org:443.",
  unreadable: "Skillwright: this is not an HTTP request; expected CONNECT or a request for an http:// URL.",
  pipelined: "Skillwright: a request arrived before the previous one on its connection was answered.",
  "too-many-requests": "Skillwright: this program has reached the limit of requests for one run.",
};
