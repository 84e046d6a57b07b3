import type { LucideIcon } from "lucide-react";
import Columns2 from "lucide-react/icons/columns-2";
import Rows2 from "lucide-react/icons/rows-2";
import type { ReactNode } from "react";
import { Button, IconButton } from "./button.tsx";
import "./switch.css";

type SwitchProps = {
  /** What is chosen, for screen readers. */
  readonly label: string;
  /** An icon stands in the place of its label. */
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: LucideIcon }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** One of two or three views. */
export function Switch({ label: legend, options, value: chosen, onChange }: SwitchProps): ReactNode {
  return (
    <fieldset className="switch">
      <legend className="unseen">{legend}</legend>
      {options.map(({ value, label, icon }) => {
        const state = { "aria-pressed": value === chosen, onClick: () => onChange(value) };
        return icon === undefined ? (
          <Button key={value} kind="plain" {...state}>
            {label}
          </Button>
        ) : (
          <IconButton key={value} {...{ icon, label }} {...state} />
        );
      })}
    </fieldset>
  );
}

type DiffSwitchProps = { readonly isSplit: boolean; readonly onSplit: (isSplit: boolean) => void };

/** How differences are shown. */
export function DiffSwitch({ isSplit, onSplit }: DiffSwitchProps): ReactNode {
  return (
    <Switch
      label="Layout of differences"
      value={isSplit ? "split" : "unified"}
      onChange={(value) => onSplit(value === "split")}
      options={[
        { value: "split", label: "Side by side", icon: Columns2 },
        { value: "unified", label: "One below the other", icon: Rows2 },
      ]}
    />
  );
}
