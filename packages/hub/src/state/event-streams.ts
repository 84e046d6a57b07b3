import { hubLimits } from "../limits.ts";

/** Open streams of server-sent events, by tenant. */
export type EventStreams = {
  /** A new stream; undefined if there are too many. */
  open(follower: Follower): ReadableStream<Uint8Array> | undefined;
  /** Tells the followers of a tenant, unless they know that number or a newer one. */
  announce(tenant: string, sequence: number): void;
  /**
   * Keeps connections alive through proxies, and finds clients that are gone. Ends streams that are old, so that a client shows again that
   * its credentials still count.
   */
  beat(): void;
  tenants(): readonly string[];
  count(): number;
  close(): void;
};

export type Follower = {
  readonly tenant: string;
  /** Who follows; one token or person has only so many streams. */
  readonly who: string;
  /** The newest document now. */
  readonly sequence: number;
};

export type StreamLimits = Pick<
  typeof hubLimits,
  "eventStreams" | "eventStreamsEach" | "eventBacklog" | "eventBeats"
>;

type Stream = {
  sequence: number;
  beats: number;
  readonly send: (text: string) => void;
  readonly close: () => void;
};

/** A client that does not read is dropped: it reconnects and gets the newest number. */
export function createEventStreams(
  onDrop: () => void,
  limits: Readonly<Record<keyof StreamLimits, number>> = hubLimits,
): EventStreams {
  const streams = new Map<string, Set<Stream>>();
  const counts = new Map<string, number>();
  let total = 0;
  const add = ({ tenant, who }: Follower, stream: Stream): void => {
    total++;
    counts.set(who, (counts.get(who) ?? 0) + 1);
    streams.set(tenant, (streams.get(tenant) ?? new Set()).add(stream));
  };
  const remove = ({ tenant, who }: Follower, stream: Stream): void => {
    const set = streams.get(tenant);
    if (!set?.delete(stream)) return;
    total--;
    if (set.size === 0) streams.delete(tenant);
    const left = (counts.get(who) ?? 1) - 1;
    if (left > 0) counts.set(who, left);
    else counts.delete(who);
  };
  const all = (): readonly Stream[] => [...streams.values()].flatMap((set) => [...set]);
  return {
    open: (follower) => {
      if (total >= limits.eventStreams) return undefined;
      if ((counts.get(follower.who) ?? 0) >= limits.eventStreamsEach) return undefined;
      return openStream(follower, { add, remove, onDrop, backlog: limits.eventBacklog });
    },
    announce: (tenant, sequence) => {
      for (const stream of [...(streams.get(tenant) ?? [])]) {
        if (sequence <= stream.sequence) continue;
        stream.sequence = sequence;
        stream.send(formatEvent(sequence));
      }
    },
    beat: () => {
      for (const stream of all())
        if (++stream.beats < limits.eventBeats) stream.send(":\n\n");
        else stream.close();
    },
    tenants: () => [...streams.keys()],
    count: () => total,
    close: () => {
      for (const stream of all()) stream.close();
    },
  };
}

type StreamDeps = {
  readonly add: (follower: Follower, stream: Stream) => void;
  readonly remove: (follower: Follower, stream: Stream) => void;
  readonly onDrop: () => void;
  readonly backlog: number;
};

function openStream(
  follower: Follower,
  { add, remove, onDrop, backlog }: StreamDeps,
): ReadableStream<Uint8Array> {
  let leave = (): void => {};
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const stream: Stream = {
          sequence: follower.sequence,
          beats: 0,
          send: (text) => {
            if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(encoder.encode(text));
            leave();
            onDrop();
            return controller.error(new Error("the client does not read"));
          },
          close: () => {
            leave();
            controller.close();
          },
        };
        leave = () => remove(follower, stream);
        add(follower, stream);
        stream.send(`retry: 1000\n\n${formatEvent(follower.sequence)}`);
      },
      cancel: () => leave(),
    },
    { highWaterMark: backlog },
  );
}

const encoder = new TextEncoder();

function formatEvent(sequence: number): string {
  return `event: version\nid: ${sequence}\ndata: {"sequence":${sequence}}\n\n`;
}
