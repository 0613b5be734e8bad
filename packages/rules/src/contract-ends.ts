const dayMillis = 86_400_000

/** When an entitlement ends, as providers look for it. */
export const contractEnds = ['PAST', 'DAYS_30', 'DAYS_60', 'DAYS_90'] as const
export type ContractEnd = (typeof contractEnds)[number]

const days: Readonly<Record<Exclude<ContractEnd, 'PAST'>, number>> = {
  DAYS_30: 30,
  DAYS_60: 60,
  DAYS_90: 90,
}

interface Span {
  /** The first instant; null without one. */
  readonly from: Date | null
  /** The first instant that is not meant any more. */
  readonly before: Date
}

/** The instants that are meant. */
export const contractEndSpan = (end: ContractEnd, now: Date): Span =>
  end === 'PAST'
    ? { from: null, before: now }
    : { from: now, before: new Date(now.getTime() + days[end] * dayMillis) }
