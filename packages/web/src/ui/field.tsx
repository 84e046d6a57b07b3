import Search from "lucide-react/icons/search";
import { type ComponentProps, type ReactNode, useId } from "react";
import "./field.css";

type FieldProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
};

type TextFieldProps = FieldProps & Omit<ComponentProps<"input">, "id" | "className">;

/** One line of text with its label, and what is wrong with it. */
export function TextField({ label, hint, error, ...rest }: TextFieldProps): ReactNode {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <input {...rest} {...described(id, { hint, error })} className="input" />
    </FieldFrame>
  );
}

type TextAreaProps = FieldProps & Omit<ComponentProps<"textarea">, "id" | "className">;

export function TextArea({ label, hint, error, ...rest }: TextAreaProps): ReactNode {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <textarea {...rest} {...described(id, { hint, error })} className="input" />
    </FieldFrame>
  );
}

type SelectOption = { readonly value: string; readonly label: string };

type SelectProps = FieldProps & {
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  /** The label is for screen readers alone: the first option says what it is about. */
  readonly isInline?: boolean;
};

/** The browser's own list: it works with every keyboard, phone and screen reader. */
export function Select({
  label,
  hint,
  error,
  value,
  options,
  onChange,
  isInline = false,
}: SelectProps): ReactNode {
  const id = useId();
  const list = (
    <select
      {...described(id, { hint, error })}
      className={isInline ? "select select-inline" : "select"}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...(isInline && { "aria-label": label })}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
  return isInline ? list : <FieldFrame {...{ id, label, hint, error }}>{list}</FieldFrame>;
}

type SearchFieldProps = Omit<ComponentProps<"input">, "className" | "type" | "onChange"> & {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

export function SearchField({ label, onChange, ...rest }: SearchFieldProps): ReactNode {
  return (
    <div className="search">
      <Search size={16} aria-hidden />
      <input
        {...rest}
        className="input"
        type="search"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: FieldProps & { id: string; children: ReactNode }): ReactNode {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

/** Ties a control to its hint and error for screen readers. */
function described(id: string, { hint, error }: Pick<FieldProps, "hint" | "error">) {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return {
    id,
    ...(ids.length > 0 && { "aria-describedby": ids.join(" ") }),
    ...(error !== undefined && { "aria-invalid": true }),
  };
}
