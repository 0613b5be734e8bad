export type UsageLevel = 'OK' | 'WARNING' | 'ERROR'

/** Thresholds of the usage banners: transactions consumed, and per cent remaining. */
export const usageLimits = {
  trialIssuance: { warningAbove: 50, errorAbove: 90 },
  authentication: { warningBelowPercent: 30, errorBelowPercent: 10 },
} as const

export const trialIssuanceLevel = (consumedTransactions: number): UsageLevel => {
  const { warningAbove, errorAbove } = usageLimits.trialIssuance
  if (consumedTransactions > errorAbove) return 'ERROR'
  return consumedTransactions > warningAbove ? 'WARNING' : 'OK'
}

export const authenticationUsageLevel = (remainingPercent: number): UsageLevel => {
  const { warningBelowPercent, errorBelowPercent } = usageLimits.authentication
  if (remainingPercent < errorBelowPercent) return 'ERROR'
  return remainingPercent < warningBelowPercent ? 'WARNING' : 'OK'
}

/** Days left below which the contract banner shows, and above which it only warns. */
export const contractExpiryDays = {
  paid: { shownBelow: 60, warningAbove: 14 },
  trial: { shownBelow: 8, warningAbove: 4 },
  smsVoice: { shownBelow: 8, warningAbove: 4 },
} as const

export type ContractKind = keyof typeof contractExpiryDays

/** Null when the banner does not show. */
export const contractExpiryLevel = (
  kind: ContractKind,
  daysLeft: number,
): 'WARNING' | 'ERROR' | null => {
  const { shownBelow, warningAbove } = contractExpiryDays[kind]
  if (daysLeft >= shownBelow) return null
  return daysLeft > warningAbove ? 'WARNING' : 'ERROR'
}

export interface ContractExpiryCaption {
  readonly caption: 'daysLeft' | 'hoursLeft' | 'contractExpired'
  readonly count: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Whole days left, begun ones counted; 0 when the contract has ended. */
export const daysLeft = (endDate: Date, now: Date): number =>
  Math.max(0, Math.ceil((endDate.getTime() - now.getTime()) / dayMs))

/** Days while a whole one is left, then hours, begun ones counted. */
export const contractExpiryCaption = (endDate: Date, now: Date): ContractExpiryCaption => {
  const leftMs = endDate.getTime() - now.getTime()
  if (leftMs <= 0) return { caption: 'contractExpired', count: 0 }
  return leftMs >= dayMs
    ? { caption: 'daysLeft', count: daysLeft(endDate, now) }
    : { caption: 'hoursLeft', count: Math.ceil(leftMs / hourMs) }
}

/** The months from one to another, both included, as `2026-11`; none where the first is later. */
export const monthsBetween = (first: string, last: string): readonly string[] => {
  const numberOf = (month: string): number => {
    const [year = '', of = ''] = month.split('-')
    return Number(year) * 12 + Number(of) - 1
  }
  const [from, to] = [numberOf(first), numberOf(last)]
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => {
    const [year, of] = [Math.floor((from + at) / 12), ((from + at) % 12) + 1]
    return `${year}-${String(of).padStart(2, '0')}`
  })
}
