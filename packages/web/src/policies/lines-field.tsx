import { type ReactNode, useState } from "react";
import { TextArea } from "../ui/field.tsx";

type LinesFieldProps = {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly value: readonly string[] | undefined;
  /** Undefined if there is no line. */
  readonly onChange: (value: readonly string[] | undefined) => void;
};

/** A list with one entry on each line. The field keeps empty lines while the user types. */
export function LinesField({ value = [], onChange, ...field }: LinesFieldProps): ReactNode {
  const [text, setText] = useState(value.join("\n"));
  return (
    <TextArea
      {...field}
      rows={3}
      spellCheck={false}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const lines = target.value.split("\n").map((line) => line.trim());
        const entries = lines.filter((line) => line !== "");
        onChange(entries.length === 0 ? undefined : entries);
      }}
    />
  );
}
