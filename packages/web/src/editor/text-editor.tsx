import { type ReactNode, type RefObject, useId } from "react";
import "./text-editor.css";

type LineMark = { readonly line: number; readonly severity: "error" | "warning" | "info" };

type TextEditorProps = {
  readonly label: string;
  readonly text: string;
  /** The number of the first line. */
  readonly firstLine?: number;
  readonly marks: readonly LineMark[];
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onChange: (text: string) => void;
};

/**
 * The browser's text field with numbered lines. A copy of the text lies under it: it gives the field its height and carries the numbers
 * and marks, so that lines may wrap.
 */
export function TextEditor({
  label,
  text,
  firstLine = 1,
  marks,
  area,
  onChange,
}: TextEditorProps): ReactNode {
  const id = useId();
  const isLong = text.length > longest;
  const severities = new Map(marks.toReversed().map(({ line, severity }) => [line, severity]));
  return (
    <div className={isLong ? "text-editor text-editor-long" : "text-editor"}>
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      {!isLong && (
        <div className="text-editor-lines" aria-hidden>
          {text.split("\n").map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
            <div key={index} className={`text-editor-line ${severities.get(firstLine + index) ?? ""}`}>
              <span className="text-editor-number">{firstLine + index}</span>
              {line === "" ? "\u200b" : line}
            </div>
          ))}
        </div>
      )}
      <textarea
        id={id}
        ref={area}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** Longer texts scroll in a plain field: thousands of lines drawn at each key would be slow. */
const longest = 100_000;
