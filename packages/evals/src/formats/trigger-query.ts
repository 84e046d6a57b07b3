/** A request that must, or must not, make an agent use the skill. */
export type TriggerQuery = {
  readonly query: string;
  readonly shouldTrigger: boolean;
};
