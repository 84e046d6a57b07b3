import { type ReactNode, useEffect, useRef } from "react";
import "./code-block.css";
import { CopyButton } from "./copy-button.tsx";

type CodeBlockProps = {
  readonly text: string;
  /** A language or the extension of a file; plain text if absent or unknown. */
  readonly language?: string | undefined;
};

/** Code as text at once, with colors as soon as the highlighter has loaded. */
export function CodeBlock({ text, language }: CodeBlockProps): ReactNode {
  const code = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = code.current;
    // The colors of the text before are not React's to remove.
    element?.replaceChildren(text);
    if (element === null || language === undefined || text.length > longest) return undefined;
    let isCurrent = true;
    void import("./highlight.ts").then(({ highlight }) => {
      const colored = highlight(text, language);
      if (isCurrent && colored !== undefined) element.replaceChildren(colored);
    });
    return () => {
      isCurrent = false;
    };
  }, [text, language]);
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs focus to be scrolled with keys */}
      <pre tabIndex={0}>
        <code ref={code}>{text}</code>
      </pre>
      <span className="code-copy">
        <CopyButton text={text} label="Copy" />
      </span>
    </div>
  );
}

/** Longer texts would keep the browser busy. */
const longest = 200_000;
