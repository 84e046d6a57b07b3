import type { Carried } from "../../scan/evidence.ts";

/** Whether data comes from a plain connection, such as `host:4444`, and not from a page or a file. */
export function isSocket({ label, from }: Carried): boolean {
  return (
    label === "remote" &&
    /^(?:tcp:\/\/)?(?:[\w.$-]{1,253}|\$\{\w{1,60}\}|\[[\da-f:]{2,45}\]):(?:\d{1,5}|\$\w{1,60}|\$\{\w{1,60}\})$|^(?:socket|net|TCPSocket)\b.{0,60}\(\)|^\/dev\/(?:tcp|udp)\//i.test(
      from,
    )
  );
}
