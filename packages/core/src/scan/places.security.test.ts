import { expect, test } from "vitest";
import { classifyPlace } from "./places.ts";

test.each(["/", "~", ".ssh/", ".env", "a.pem/", "Cookies/", ".claude/", "skills/", "\\", "wallet"])(
  "T10: a long path of %s takes no time",
  (unit) => {
    const paths = Array.from({ length: 500 }, () => unit.repeat(100_000 / unit.length));
    const started = performance.now();
    for (const path of paths) classifyPlace(path);
    expect(performance.now() - started).toBeLessThan(2000);
  },
);
