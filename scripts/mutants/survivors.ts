/** A mutant that no test can tell from the code as it stands, or that nobody could notice. */
export interface Survivor {
  readonly file: string
  /** Stryker's name of the kind of change, the code, and what it was changed to. */
  readonly mutator: string
  readonly from: string
  readonly to: string
  readonly reason: string
}

export const survivors: readonly Survivor[] = [
  {
    file: 'packages/rules/src/flows.ts',
    mutator: 'EqualityOperator',
    from: 'order.indexOf(one) > order.indexOf(other)',
    to: 'order.indexOf(one) >= order.indexOf(other)',
    reason: 'At the same place of the order both are the same value, so either may be returned.',
  },
]
