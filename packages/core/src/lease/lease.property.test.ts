import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeVerify } from "../node.ts";
import { acceptState } from "../registry/accept-state.ts";
import { revocationKinds, stateDocumentSchema } from "../registry/state-document.ts";
import { createTestKey, issuedMs, testPin, testState } from "../registry/test-state.ts";
import { formatLease, formatPin, type Lease, readLease, readPin } from "./lease.ts";
import { judgeLease } from "./lease-standing.ts";
import { leaseLimits } from "./limits.ts";

const text = fc.string({ minLength: 1, maxLength: 20 });
const digest = fc.constantFrom("a", "b").map((letter) => `sha256:${letter.repeat(64)}`);
const time = fc
  .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((one) => one.toISOString());
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const document = fc.record(
  {
    version: fc.constant(1),
    tenant: text,
    sequence: fc.integer({ min: 1 }),
    issuedAt: time,
    expiresAt: time,
    mode: fc.constantFrom("strict", "best-effort"),
    deployments: fc.array(
      fc.record({
        ...{ id: text, name: text, version: text, digest, publisher: text, environment: optional(text) },
        archive: fc.record({ digest, size: fc.nat() }),
      }),
      { maxLength: 3 },
    ),
    revocations: fc.array(
      fc.record({
        id: text,
        kind: fc.constantFrom(...revocationKinds),
        value: text,
        message: fc.string(),
        expiresAt: optional(time),
      }),
      { maxLength: 3 },
    ),
    approved: fc.array(fc.record({ name: text, digest }), { maxLength: 3 }),
    policies: fc.array(fc.record({ digest, text: fc.string() }), { maxLength: 2 }),
  },
  {
    requiredKeys: [
      "version",
      "tenant",
      "sequence",
      "issuedAt",
      "expiresAt",
      "mode",
      "deployments",
      "revocations",
    ],
  },
);

const { hub, subject } = testPin("key:x");
const read = (state: unknown): Lease | undefined =>
  readLease(
    formatLease({
      hub,
      subject,
      receivedMs: 1,
      signed: { document: JSON.stringify(state), key: "k", signature: "s" },
    }),
  );

test("the plain reader reads every document of the schema, and the same from it", () => {
  fc.assert(
    fc.property(document, (state) => {
      const { data } = stateDocumentSchema.safeParse(JSON.parse(JSON.stringify(state)));
      expect(data).toBeDefined();
      expect(read(state)?.state).toEqual(data);
    }),
  );
});

test("a document without one of its parts, or with another kind of value there, is not read", () => {
  const full = testState({
    deployments: [
      {
        id: "d",
        name: "n",
        version: "1",
        digest: "x",
        publisher: "p",
        archive: { digest: "x", size: 1 },
        environment: "e",
      },
    ],
    revocations: [{ id: "r", kind: "name", value: "v", message: "m", expiresAt: "2026-01-01T00:00:00Z" }],
    approved: [{ name: "n", digest: "x" }],
    policies: [{ digest: "x", text: "t" }],
  });
  expect(read(full)?.state).toEqual(full);
  const paths = pathsOf(full, []);
  expect(paths.length).toBeGreaterThan(25);
  for (const path of paths)
    expect(read(replaceAt(full, path, { odd: true })), path.join(".")).toBeUndefined();
});

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]));
  return path.length === 0 ? inner : [...inner, path];
}

function replaceAt(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = replaceAt(copy[key], rest, by);
  return copy;
}

test("what was written is read again, and nothing else", () => {
  const pin = testPin("key:x");
  expect(readPin(formatPin(pin))).toEqual(pin);
  expect(
    readPin(formatLease({ hub, subject, receivedMs: 1, signed: { document: "{}", key: "", signature: "" } })),
  ).toBeUndefined();
  for (const odd of ["", "null", "[]", "{}", '{"version":2}', formatPin(pin)])
    expect(readLease(odd)).toBeUndefined();
});

// The state machine: documents come in any order, some from the past, and the clock moves as it likes.
const key = createTestKey();
const hour = 3_600_000;
const event = fc.record({
  sequence: fc.integer({ min: 1, max: 6 }),
  issued: fc.integer({ min: 0, max: 48 }),
  lifetime: fc.integer({ min: 1, max: 12 }),
  clock: fc.integer({ min: -2, max: 60 }),
});

test("the sequence never falls, and a lease holds only between its issue and its end, on a clock that was never set back", () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 30 }), (events) => {
      let last: Lease | undefined;
      let seenMs = 0;
      for (const { sequence, issued, lifetime, clock } of events) {
        const now = issuedMs + clock * hour;
        const [from, until] = [issuedMs + issued * hour, issuedMs + (issued + lifetime) * hour];
        const state = testState({
          ...{ sequence, issuedAt: new Date(from).toISOString(), expiresAt: new Date(until).toISOString() },
        });
        const before = last?.state;
        const isFit =
          now < until &&
          now >= from - leaseLimits.clockToleranceMs &&
          now >= seenMs - leaseLimits.clockToleranceMs &&
          (before === undefined ||
            sequence > before.sequence ||
            (sequence === before.sequence && from >= Date.parse(before.issuedAt)));
        let accepted: Lease | undefined;
        try {
          const pin = testPin(key.id);
          const { signed } = acceptState(key.sign(state), { pin, last, now, seenMs, verify: nodeVerify });
          accepted = { hub, subject, receivedMs: now, signed, state };
        } catch (error) {
          expect(error).toMatchObject({ code: "state-refused" });
        }
        expect(accepted !== undefined).toBe(isFit);
        last = accepted ?? last;
        seenMs = Math.max(seenMs, now);
        if (last === undefined) continue;
        const { fault } = judgeLease(last, { now, seenMs });
        const holds =
          now < Date.parse(last.state.expiresAt) &&
          now >= seenMs - leaseLimits.clockToleranceMs &&
          now >= Date.parse(last.state.issuedAt) - leaseLimits.clockToleranceMs;
        expect(fault === undefined).toBe(holds);
      }
    }),
    { numRuns: 200 },
  );
});
