import { expect, test } from "vitest";
import { endToEndHeaders } from "./forward-request.ts";

test("headers for the far end are unchanged, including repeated ones and their case", () => {
  const headers = ["Accept", "*/*", "X-Own", "1", "x-own", "2", "Content-Length", "5", "Cookie", "a=b"];
  expect(endToEndHeaders(headers)).toEqual(headers);
});

test("hop-by-hop headers are removed, as are those that Connection names", () => {
  const headers = [
    "HOST",
    "evil.org",
    "Connection",
    "keep-alive, X-Hop",
    "connection",
    "x-other",
    "X-HOP",
    "1",
  ];
  const more = [
    "X-Other",
    "2",
    "Proxy-Authorization",
    "secret",
    "Transfer-Encoding",
    "chunked",
    "Upgrade",
    "h2c",
  ];
  const rest = [
    "TE",
    "trailers",
    "Trailer",
    "X",
    "Keep-Alive",
    "5",
    "Proxy-Connection",
    "x",
    "Expect",
    "100-continue",
  ];
  expect(endToEndHeaders([...headers, ...more, ...rest, "Accept", "*/*"])).toEqual(["Accept", "*/*"]);
});

test("T18: a body never loses its length", () => {
  expect(endToEndHeaders(["Connection", "Content-Length , close", "Content-Length", "5"])).toEqual([
    "Content-Length",
    "5",
  ]);
});
