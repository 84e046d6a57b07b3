import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import "./switch.css";

type SwitchProps = {
  /** What is chosen, for screen readers. */
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** One of two or three views. */
export function Switch({ label, options, value, onChange }: SwitchProps): ReactNode {
  return (
    <fieldset className="switch">
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <Button
          key={option.value}
          kind="plain"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </fieldset>
  );
}
