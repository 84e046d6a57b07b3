import type { ReactNode } from "react";
import { ErrorState, Skeleton } from "./states.tsx";

type Answer<Data> = {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

type LoadedProps<Data> = {
  /** The result of `useHub`. */
  readonly of: Answer<Data>;
  readonly loading?: ReactNode;
  readonly isSmall?: boolean;
  readonly children: (data: Data) => ReactNode;
};

/** Content once it is there; until then the loading state, or why it cannot be shown. Old content stays while the hub does not answer. */
export function Loaded<Data>({
  of: { data, error, refetch },
  loading,
  isSmall = false,
  children,
}: LoadedProps<Data>): ReactNode {
  if (data !== undefined) return children(data);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isSmall={isSmall} />;
  return loading ?? <Skeleton />;
}
