import type { Denial } from "./judge-target.ts";

/** Why a request did not get through; the header `X-Skillwright-Denied` carries it. */
export type Refusal = Denial | "malformed" | "unreadable" | "pipelined" | "too-many-requests" | "unreachable";

export type RefusalResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** What the program is told: 403 where the list forbids, 502 where the host was not to be had. */
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
    "Skillwright: {host} stands for an address of this machine or its network, which is not listed.",
  unresolvable: "Skillwright: {host} is listed, but has no address.",
  unreachable: "Skillwright: {host} is listed, but does not answer.",
  malformed: "Skillwright: {host} is not plainly one host with one port; expected such as example.org:443.",
  unreadable: "Skillwright: this is no HTTP request; expected CONNECT, or a request for an http:// address.",
  pipelined: "Skillwright: a request came before the last one on its connection was answered.",
  "too-many-requests": "Skillwright: this program has made as many requests as one run may make.",
};
