import { useEffect, useState } from "react";
import type { CheckedText, CheckInput } from "./check-text.ts";

/** Longer texts are not checked while they are written; the hub takes no longer ones either. */
export const longestText = 300_000;

/** What core says about a text, shortly after its last change. The earlier answer stays until then. */
export function useCheck({ text, profile, files }: CheckInput): CheckedText | undefined {
  const [checked, setChecked] = useState<CheckedText>();
  useEffect(() => {
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      if (text.length > longestText) return setChecked(undefined);
      void import("./check-text.ts").then(({ checkText }) => {
        if (isCurrent) setChecked(checkText({ text, profile, files }));
      });
    }, pauseMs);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [text, profile, files]);
  return checked;
}

const pauseMs = 200;
