import { expect, test } from "vitest";
import type { Io } from "../../io.ts";
import { createTestIo } from "../../test-io.ts";
import { createTranscript, type Transcript } from "./transcript.ts";

/** The screen of a person who sees both streams. */
async function onScreen(
  talk: (transcript: Transcript) => void,
  stream: "out" | "err" = "out",
): Promise<string> {
  let seen = "";
  const keep = async (text: string | Uint8Array): Promise<void> => {
    seen += text;
  };
  const io: Io = { ...createTestIo(), out: keep, err: keep };
  const transcript = createTranscript(io, stream);
  talk(transcript);
  await transcript.written();
  return seen;
}

test("text and lines are a blank line apart, whatever line breaks the model sends", async () => {
  const seen = await onScreen(({ say, line }) => {
    line("→ read a.md");
    line("→ read b.md");
    for (const piece of ["\n\n", "Two ", "files.", "\n", "\nBoth small.\n\n\n"]) say(piece);
    line("→ bash ls");
    say("Done.");
    line("2 steps");
  });
  expect(seen).toBe(
    "→ read a.md\n→ read b.md\n\nTwo files.\n\nBoth small.\n\n→ bash ls\n\nDone.\n\n2 steps\n",
  );
});

test("texts without a line between them are paragraphs", async () => {
  const seen = await onScreen(({ say, pause, line }) => {
    pause();
    say("One.\n");
    pause();
    pause();
    say("Two.");
    line("end");
  });
  expect(seen).toBe("One.\n\nTwo.\n\nend\n");
});

test("a block is separated from lines and text, and starts without a blank line", async () => {
  const seen = await onScreen(({ say, line, block }) => {
    block("begin");
    line("→ read a.md");
    block("warning");
    say("Text.");
    block("summary");
  });
  expect(seen).toBe("begin\n→ read a.md\n\nwarning\n\nText.\n\nsummary\n");
});

test("after making room, the text has ended and the next output starts a line", async () => {
  const seen = await onScreen(({ say, line, rest }) => {
    rest();
    say("May I");
    rest();
    rest();
    line("→ write a.md");
    rest();
    say("Thanks.");
  });
  expect(seen).toBe("May I\n→ write a.md\nThanks.");
});

test("each piece is written at once, not with the next", async () => {
  const io = createTestIo();
  const { say, written } = createTranscript(io, "out");
  say("Hel");
  await written();
  expect(io.written.out).toBe("Hel");
});

test("only the text is on its stream", async () => {
  const io = createTestIo();
  const { say, line, written } = createTranscript(io, "out");
  line("before");
  say("Text.");
  line("after");
  await written();
  expect(io.written).toEqual({ out: "Text.\n", err: "before\n\n\nafter\n" });
});

test("a model's text cannot move the cursor, even if an escape arrives in pieces", async () => {
  const seen = await onScreen(({ say, line }) => {
    say("a\u001b");
    say("[2Jb\ud83d");
    line("end");
  });
  expect(seen).toBe("a\\u{1b}[2Jb\\u{d83d}\n\nend\n");
});

test("text can go to standard error, with the lines", async () => {
  const io = createTestIo();
  const { say, line, written } = createTranscript(io, "err");
  say("Let me see.");
  line("→ read a.md");
  await written();
  expect(io.written).toEqual({ out: "", err: "Let me see.\n\n→ read a.md\n" });
});
