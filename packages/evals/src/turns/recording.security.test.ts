import { expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import { scenariosLimits } from "../scenarios/limits.ts";
import { type Recording, readRecording, toRecordingText } from "./recording.ts";

const digest = "a".repeat(64);

function recordingOf(text: string, input: Record<string, unknown> = {}): Recording {
  const request = { digest, system: digest, tools: digest, excerpt: text };
  return {
    version: 1,
    model: text,
    skills: [],
    exchanges: [{ request, turn: { text, calls: [{ tool: "a", input }] } }],
  };
}

test("the file has no invisible, reordering or control characters, and is read back in full", () => {
  const text = "a\u202eb\u2066c\u200bd\u001b[2J\u0085e\u2028f\u{e0041}g\ud800h\u007f\ufeff\u{f0000}";
  const recording = recordingOf(text, { [text]: text });
  const written = toRecordingText(recording);
  expect(written.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u);
  expect(readRecording(written, "r.json")).toEqual({ ok: true, value: recording });
});

test("a key named __proto__ is a key, and changes no other object", () => {
  const input = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
  const read = readRecording(toRecordingText(recordingOf("a", input)), "r.json");
  const kept = read.ok ? read.value.exchanges[0]?.turn.calls[0]?.input : undefined;
  expect(JSON.stringify(kept)).toBe(JSON.stringify(input));
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test("keys named __proto__ do not replace ours", () => {
  const read = readRecording(`{"__proto__":${toRecordingText(recordingOf("a"))}}`, "r.json");
  expect(read).toMatchObject({ ok: false });
});

test.each([
  ["a file that is too large", `"${"a".repeat(scenariosLimits.recordingCharacters)}"`, /too large/],
  ["a file with too many levels", `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`, /nested too deeply/],
  ["a file that is a list", "[]", /^Expected a mapping/],
  ["an empty file", "", /Invalid JSON/],
  ["a word", "null", /^Expected a mapping/],
])("%s is refused in a sentence", (_, text, message) => {
  const read = readRecording(text, "r.json");
  expect(read).toMatchObject({ ok: false, problems: [{ message: expect.stringMatching(message) }] });
});

test("more exchanges than the limit are refused", () => {
  const [exchange] = recordingOf("a").exchanges;
  const exchanges = Array(scenariosLimits.recordingExchanges + 1).fill(exchange);
  const read = readRecording(JSON.stringify({ ...recordingOf("a"), exchanges }), "r.json");
  expect(read).toMatchObject({ ok: false, problems: [{ message: "exchanges: at most 2000 are allowed." }] });
});

test("a recorded request is shown printable and bounded, however long it is", () => {
  const read = readRecording(
    JSON.stringify({
      ...recordingOf("a"),
      version: 1,
      exchanges: [{ request: { digest: "\u202e".repeat(2000) } }],
    }),
    "r.json",
  );
  const messages = read.ok ? [] : read.problems.map(({ message }) => message);
  expect(messages.join("\n")).not.toMatch(/\p{Cf}/u);
  const long = recordingOf("a".repeat(5000));
  const kept = readRecording(toRecordingText(long), "r.json");
  expect(kept.ok && kept.value.exchanges[0]?.request.excerpt.length).toBe(
    evalsLimits.recordingExcerptCharacters,
  );
});
