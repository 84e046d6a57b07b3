import { expect, test } from "vitest";
import { classifyPlace } from "./places.ts";

test.each(["/", "~", ".ssh/", ".env", "a.pem/", "Cookies/", ".claude/", "skills/", "\\", "wallet"])(
  "T10: a long path of %s takes no time",
  (unit) => {
    const paths = Array.from({ length: 500 }, () => unit.repeat(100_000 / unit.length));
    const started = process.cpuUsage();
    for (const path of paths) classifyPlace(path);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
  },
);
