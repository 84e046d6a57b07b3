import { expect, test } from "vitest";
import { printedShape } from "./printed-shape.ts";
import { readShell } from "./read-shell.ts";

function shapeOf(code: string): unknown {
  const reading = readShell(code);
  return reading.ok ? printedShape(code, reading.commands) : "unreadable";
}

test.each([
  ["wc -l", "number"],
  ["ls | wc -l", "number"],
  ["date +%s", "number"],
  ["seq 1 5", "number"],
  ["nproc", "number"],
  ["git rev-list --count HEAD", "number"],
  ["git merge-base main HEAD", "hash"],
  ['git merge-base "HEAD$x" b', "hash"],
  ["git rev-parse HEAD~1", "hash"],
  ["git rev-parse --short HEAD", "hash"],
  ["git rev-parse --show-toplevel", "path"],
  ["pwd", "path"],
])("%j always prints a %s", (code, shape) => {
  expect(shapeOf(code)).toBe(shape);
});

test.each([
  ...[
    "wc -l x",
    "wc",
    "date",
    "date +%A",
    "date '+x[%s]'",
    "seq -f x 3",
    "seq $x",
    "nproc x",
    "pwd -x",
    "A=1 pwd",
  ],
  ...[
    "git rev-parse --output=x",
    "git rev-parse $x",
    'git rev-parse "HEAD$x"',
    'git merge-base "HEAD$x" b 2>/dev/stdout',
    "git rev-parse --show-prefix",
    "git rev-parse --show-toplevel -x",
    "git merge-base '[x]' b",
    'git merge-base "$x" b',
    "git merge-base HEAD$x b",
    "git merge-base --all a b",
  ],
  ...[
    "git rev-list HEAD",
    "git rev-list --count $x",
    "git branch --show-current",
    "git -C x rev-parse HEAD",
    "$x",
  ],
  ...["echo -x; pwd", "echo -x && pwd", "echo -x || pwd", "(echo -x) | pwd", "pwd\necho -x", "pwd &"],
])("%j may print anything", (code) => {
  expect(shapeOf(code)).toBeUndefined();
});
