import { type ReactNode, useEffect, useRef } from "react";
import "../ui/code-block.css";
import "./code-lines.css";

type CodeLinesProps = {
  readonly text: string;
  /** The extension of the file. */
  readonly language?: string | undefined;
  /** Marked and scrolled to; 0 for none. */
  readonly line: number;
  readonly label: string;
};

/** Code with numbers of lines. All lines are one text, so that a file of 20,000 lines costs two elements. */
export function CodeLines({ text, language, line, label }: CodeLinesProps): ReactNode {
  const code = useRef<HTMLElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = code.current;
    if (element === null || language === undefined || text.length > longestColored) return undefined;
    let isCurrent = true;
    void import("../ui/highlight.ts").then(({ highlight }) => {
      const colored = highlight(text, language);
      if (isCurrent && colored !== undefined) element.replaceChildren(colored);
    });
    return () => {
      isCurrent = false;
      element.replaceChildren(text);
    };
  }, [text, language]);
  // The mark moves with the line.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => mark.current?.scrollIntoView({ block: "center" }), [line, text]);
  const count = text.replace(/\n$/, "").split("\n").length;
  const isMarked = line > 0 && line <= count;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs focus to be scrolled with keys
    <section className="lines" aria-label={label} tabIndex={0}>
      {isMarked && (
        <div ref={mark} className="lines-mark" style={{ top: `calc(${line - 1} * 1lh)` }}>
          <span className="unseen">{`Line ${line}`}</span>
        </div>
      )}
      <pre className="lines-numbers" aria-hidden>
        {Array.from({ length: count }, (_, index) => index + 1).join("\n")}
      </pre>
      <pre className="lines-code">
        <code ref={code}>{text}</code>
      </pre>
    </section>
  );
}

/** Longer texts would keep the browser busy. */
const longestColored = 200_000;
