import { type ReactNode, useId } from "react";
import "./checkbox.css";

type CheckboxProps = {
  readonly label: string;
  readonly hint?: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
};

export function Checkbox({ label, hint, isChecked, onChange }: CheckboxProps): ReactNode {
  const id = useId();
  return (
    <div className="checkbox">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        {...(hint !== undefined && { "aria-describedby": `${id}-hint` })}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </div>
  );
}
