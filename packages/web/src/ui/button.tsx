import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import "./button.css";
import { Link } from "./link.tsx";

type Kind = "normal" | "primary" | "danger" | "plain";

type ButtonProps = Omit<ComponentProps<"button">, "className"> & {
  readonly kind?: Kind;
  readonly icon?: LucideIcon;
  /** Working: the button stays in place, and does not act twice. */
  readonly isBusy?: boolean;
};

export function Button({
  kind = "normal",
  icon: Icon,
  isBusy = false,
  children,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy && { "aria-disabled": true, onClick: undefined })}
      className={`button button-${kind}`}
    >
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, "children" | "icon"> & {
  readonly icon: LucideIcon;
  /** What it does; screen readers say it, and it is shown on hover. */
  readonly label: string;
};

/** A button without text. */
export function IconButton({
  icon: Icon,
  label,
  kind = "plain",
  isBusy: _,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={`button button-icon button-${kind}`}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}

type LinkButtonProps = {
  readonly href: string;
  readonly kind?: Kind;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
};

/** A link that looks like a button: it leads somewhere and changes nothing. */
export function LinkButton({ href, kind = "normal", icon: Icon, children }: LinkButtonProps): ReactNode {
  return (
    <Link href={href} className={`button button-${kind}`}>
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </Link>
  );
}
