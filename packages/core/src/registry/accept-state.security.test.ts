import { describe, expect, test } from "vitest";
import { nodeVerify } from "../node.ts";
import { type AcceptOptions, acceptState } from "./accept-state.ts";
import { createTestKey, dayMs, issuedMs, testPin, testState } from "./test-state.ts";

const key = createTestKey();

function accept(answer: unknown, options: Partial<AcceptOptions> = {}) {
  return acceptState(answer, {
    ...{ pin: testPin(key.id), now: issuedMs, seenMs: 0, verify: nodeVerify },
    ...options,
  });
}

const refusal = (reason: RegExp) =>
  expect.objectContaining({
    code: "state-refused",
    details: { hub: "https://hub.example", reason: expect.stringMatching(reason) },
  });

test("a document that the pinned key signed is accepted, with fields of later versions left out", () => {
  const state = testState();
  expect(accept(key.sign({ ...state, later: 1 })).state).toEqual(state);
});

test("another key is refused, even if its signature is valid", () => {
  expect(() => accept(createTestKey().sign(testState()))).toThrow(refusal(/another key/));
});

test("another key that names itself as the pinned one is refused", () => {
  const forged = { ...createTestKey().sign(testState()), key: key.id };
  expect(() => accept(forged)).toThrow(refusal(/signature is not valid/));
});

test("every changed byte of the document or the signature is refused", () => {
  const signed = key.sign(testState());
  for (let at = 0; at < signed.document.length; at += 7) {
    const changed = `${signed.document.slice(0, at)}~${signed.document.slice(at + 1)}`;
    expect(() => accept({ ...signed, document: changed })).toThrow(refusal(/signature is not valid/));
  }
  const bytes = Buffer.from(signed.signature, "base64");
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  for (const signature of ["", "AAAA", `${signed.signature}\n`, bytes.toString("base64")])
    expect(() => accept({ ...signed, signature })).toThrow(refusal(/signature is not valid/));
});

test("a signature of the same text for another purpose is refused", () => {
  const { document } = key.sign(testState());
  const bare = key.sign({ document });
  expect(() => accept({ ...bare, document })).toThrow(refusal(/signature is not valid/));
});

test.each([undefined, null, 1, "text", [], {}, { document: "{}", key: "k" }])(
  "%j is not a document",
  (answer) => {
    expect(() => accept(answer)).toThrow(refusal(/not a signed state document/));
  },
);

test("a signed document of another format is refused", () => {
  expect(() => accept(key.sign({ ...testState(), mode: "off" }))).toThrow(refusal(/format/));
  expect(() => accept(key.sign({ ...testState(), sequence: 0 }))).toThrow(refusal(/format/));
});

test("another tenant's document is refused", () => {
  expect(() => accept(key.sign(testState({ tenant: "other" })))).toThrow(refusal(/tenant other/));
});

describe("replays", () => {
  const last = { state: testState({ sequence: 5 }) };

  test("a lower sequence is refused", () => {
    expect(() => accept(key.sign(testState({ sequence: 4 })), { last })).toThrow(
      refusal(/older \(4\).*\(5\)/),
    );
  });

  test("a lower sequence is refused even if the lease was lost", () => {
    const pin = { ...testPin(key.id), sequence: 5 };
    expect(() => accept(key.sign(testState({ sequence: 4 })), { pin })).toThrow(
      refusal(/older \(4\).*\(5\)/),
    );
    expect(accept(key.sign(testState({ sequence: 5 })), { pin }).state.sequence).toBe(5);
  });

  test("the same state signed again later is accepted, one signed earlier is not", () => {
    const at = (ms: number) => new Date(issuedMs + ms).toISOString();
    expect(accept(key.sign(testState({ sequence: 5, issuedAt: at(1000) })), { last }).state.sequence).toBe(5);
    expect(() => accept(key.sign(testState({ sequence: 5, issuedAt: at(-1000) })), { last })).toThrow(
      refusal(/older/),
    );
  });
});

describe("time", () => {
  const signed = key.sign(testState());
  const minutes = (count: number): number => count * 60_000;

  test("an expired document is refused from its last moment on", () => {
    expect(accept(signed, { now: issuedMs + dayMs - 1 })).toBeDefined();
    expect(() => accept(signed, { now: issuedMs + dayMs })).toThrow(refusal(/expired at 2026-03-02/));
  });

  test("clocks may disagree by five minutes", () => {
    expect(accept(signed, { now: issuedMs - minutes(5) })).toBeDefined();
    expect(() => accept(signed, { now: issuedMs - minutes(5) - 1 })).toThrow(refusal(/set the clock/));
  });

  test("nothing is accepted on a clock that was set back", () => {
    const seenMs = issuedMs + minutes(60);
    expect(accept(signed, { now: seenMs - minutes(5), seenMs })).toBeDefined();
    expect(() => accept(signed, { now: seenMs - minutes(6), seenMs })).toThrow(refusal(/set back/));
  });
});
