import { type ComponentProps, type ReactNode, type UIEvent, useId, useRef } from "react";
import "./code-area.css";

type CodeAreaProps = Omit<
  ComponentProps<"textarea">,
  "id" | "className" | "value" | "onChange" | "onScroll"
> & {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Lines to mark, counted from 1. */
  readonly marked?: readonly number[];
};

/** Text with line numbers. It is a plain field, so every keyboard, phone and screen reader can edit it; Tab leaves it. */
export function CodeArea({ label, value, onChange, marked = [], ...rest }: CodeAreaProps): ReactNode {
  const id = useId();
  const gutter = useRef<HTMLDivElement>(null);
  const follow = ({ currentTarget }: UIEvent): void => {
    if (gutter.current) gutter.current.scrollTop = currentTarget.scrollTop;
  };
  return (
    <div className="code-area">
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <div ref={gutter} className="code-area-lines" aria-hidden>
        {lineNumbers(value).map((line) => (
          <span key={line} className={marked.includes(line) ? "code-area-marked" : undefined}>
            {line}
          </span>
        ))}
      </div>
      <textarea
        {...rest}
        id={id}
        value={value}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onScroll={follow}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** More numbers than anybody scrolls through would slow down typing. */
const mostLines = 5000;

function lineNumbers(text: string): readonly number[] {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0 && lines < mostLines; at = text.indexOf("\n", at + 1)) lines++;
  return Array.from({ length: lines }, (_, index) => index + 1);
}
