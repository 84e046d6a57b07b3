import type { LucideIcon } from "lucide-react";
import CircleAlert from "lucide-react/icons/circle-alert";
import Inbox from "lucide-react/icons/inbox";
import Lock from "lucide-react/icons/lock";
import WifiOff from "lucide-react/icons/wifi-off";
import type { ReactNode } from "react";
import { isOffline, statusOf } from "../api/hub-error.ts";
import { Button } from "./button.tsx";
import "./states.css";

type StateProps = {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** What to do about it. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly isSmall?: boolean;
};

/** Nothing is here, and what to do about it. */
export function EmptyState({
  icon: Icon = Inbox,
  title,
  children,
  actions,
  isSmall = false,
}: StateProps): ReactNode {
  return (
    <div className={isSmall ? "state state-small" : "state"}>
      <Icon size={isSmall ? 20 : 28} strokeWidth={1.5} aria-hidden />
      <p className="state-title">{title}</p>
      {children !== undefined && <p className="state-text">{children}</p>}
      {actions !== undefined && <div className="state-actions">{actions}</div>}
    </div>
  );
}

type ErrorStateProps = {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  readonly isSmall?: boolean;
};

/** Why there is no answer: no permission, offline, not found, or what the hub said. */
export function ErrorState({ error, onRetry, isSmall = false }: ErrorStateProps): ReactNode {
  const message = error instanceof Error ? error.message : "Something went wrong.";
  if (statusOf(error) === 403) return <NoPermission isSmall={isSmall}>{message}</NoPermission>;
  const retry = onRetry && <Button onClick={onRetry}>Try again</Button>;
  if (isOffline(error))
    return (
      <EmptyState icon={WifiOff} title="The hub does not answer" actions={retry} isSmall={isSmall}>
        Check your connection. The page loads again as soon as the hub is back.
      </EmptyState>
    );
  const title = statusOf(error) === 404 ? "Not found" : "The hub could not answer";
  return (
    <EmptyState icon={CircleAlert} title={title} actions={retry} isSmall={isSmall}>
      {message}
    </EmptyState>
  );
}

export function NoPermission({
  children,
  isSmall = false,
}: {
  children?: ReactNode;
  isSmall?: boolean;
}): ReactNode {
  return (
    <EmptyState icon={Lock} title="You may not see this" isSmall={isSmall}>
      {children ?? "Your role in this tenant does not include it."} Ask an administrator of the hub for a role
      that does.
    </EmptyState>
  );
}

/** Where content will appear. */
export function Skeleton({ lines = 4 }: { readonly lines?: number }): ReactNode {
  return (
    <div className="skeletons" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => index).map((index) => (
        <span key={index} className="skeleton" />
      ))}
    </div>
  );
}
