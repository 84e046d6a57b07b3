import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { describeFailure, isBroken } from "./describe-failure.ts";

const http = (status: number) =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, "secret body", { status, statusText: "" });
const refused = new TypeError("fetch failed", {
  cause: Object.assign(new Error(""), { code: "ECONNREFUSED" }),
});

test.each([
  [new ProtocolError(-32_602, "no such city"), "answered with an error: no such city (-32602)", false],
  [new SdkError(SdkErrorCode.RequestTimeout, "x"), "did not answer in time", false],
  [new SdkError(SdkErrorCode.ConnectionClosed, "x"), "ended before it answered", true],
  [new SdkError(SdkErrorCode.InvalidResult, "x"), "answered with an invalid result", false],
  [new SdkError(SdkErrorCode.SendFailed, "pipe"), "failed: pipe", false],
  [http(500), "answered with HTTP status 500", false],
  [http(404), "answered with HTTP status 404", true],
  [refused, "could not be reached: fetch failed: ECONNREFUSED", true],
  [new Error("spawn x ENOENT"), "could not be reached: spawn x ENOENT", false],
  [
    new RangeError("Maximum call stack size exceeded"),
    "could not be reached: Maximum call stack size exceeded",
    false,
  ],
  [new TypeError("of our own", { cause: new Error("why") }), "could not be reached: of our own: why", false],
  ["odd", "failed: odd", false],
])("%s", (error, words, broken) => {
  expect(describeFailure(error)).toBe(words);
  expect(isBroken(error)).toBe(broken);
});
