import type { ContractMode } from './tenants.ts'
import {
  authenticationUsageLevel,
  type ContractExpiryCaption,
  type ContractKind,
  contractExpiryCaption,
  contractExpiryLevel,
  daysLeft,
  trialIssuanceLevel,
  type UsageLevel,
} from './usage.ts'

/** What a tenant buys: people who authenticate, or credentials that are issued. */
export const entitlementTypes = ['AUTHENTICATION', 'ISSUANCE'] as const
export type EntitlementType = (typeof entitlementTypes)[number]

/** What is counted. */
export const entitlementUsageTypes = ['USERS', 'TRANSACTIONS'] as const
export type EntitlementUsageType = (typeof entitlementUsageTypes)[number]

/** Beyond the allotment: `NO` refuses, `ALLOWED` goes on and keeps by how much. */
export const entitlementOverageTypes = ['NO', 'ALLOWED'] as const
export type EntitlementOverageType = (typeof entitlementOverageTypes)[number]

export interface Allotted {
  /** Null where nothing is limited. */
  readonly allotment: number | null
  readonly consumed: number
}

/** What is left, never below zero; null where nothing is limited. */
export const remainingOf = ({ allotment, consumed }: Allotted): number | null =>
  allotment === null ? null : Math.max(0, allotment - consumed)

/** By how much the use is beyond the allotment. */
export const overageOf = ({ allotment, consumed }: Allotted): number =>
  allotment === null ? 0 : Math.max(0, consumed - allotment)

/** Per cent of the allotment that is left; of nothing, nothing is left. */
export const remainingPercent = (allotted: Allotted): number => {
  const remaining = remainingOf(allotted)
  if (remaining === null) return 100
  return allotted.allotment === 0 ? 0 : (remaining * 100) / (allotted.allotment ?? 1)
}

const dayOf = (at: Date): number => Math.floor(at.getTime() / 86_400_000)

/** A contract covers its last day (UTC): new users and credentials are refused from the next one on. */
export const isContractOver = (endDate: Date | null, now: Date): boolean =>
  endDate !== null && dayOf(endDate) < dayOf(now)

/** How much may still be used: nothing once the contract is over, `Infinity` without a limit. */
export const roomOf = (
  entitlement: Allotted & {
    readonly overageType: EntitlementOverageType
    readonly endDate: Date | null
  },
  now: Date,
): number => {
  if (isContractOver(entitlement.endDate, now)) return 0
  if (entitlement.overageType !== 'NO') return Number.POSITIVE_INFINITY
  return remainingOf(entitlement) ?? Number.POSITIVE_INFINITY
}

export interface EntitlementFacts extends Allotted {
  readonly type: EntitlementType
  readonly contractMode: ContractMode
  readonly endDate: string | null
  readonly smsVoice: (Allotted & { readonly allotment: number }) | null
}

/** A trial of issuance is judged by what it has used, everything else by the share that is left. */
export const usageLevelOf = (entitlement: EntitlementFacts): UsageLevel =>
  entitlement.type === 'ISSUANCE' && entitlement.contractMode === 'TRIAL'
    ? trialIssuanceLevel(entitlement.consumed)
    : authenticationUsageLevel(remainingPercent(entitlement))

interface Told {
  readonly type: EntitlementType
  readonly level: 'WARNING' | 'ERROR'
}
export interface UsageNotice extends Told {
  readonly kind: 'usage' | 'smsVoiceUsage'
  readonly consumed: number
  readonly allotment: number | null
}
export interface ExpiryNotice extends Told, ContractExpiryCaption {
  readonly kind: 'expiry' | 'smsVoiceExpiry'
}
export type EntitlementNotice = UsageNotice | ExpiryNotice

const usageNotice = (
  { type }: EntitlementFacts,
  kind: UsageNotice['kind'],
  { level, consumed, allotment }: Allotted & { readonly level: UsageLevel },
): readonly UsageNotice[] => (level === 'OK' ? [] : [{ kind, type, level, consumed, allotment }])

const expiryNotice = (
  { type, endDate }: EntitlementFacts,
  { kind, contract, now }: { kind: ExpiryNotice['kind']; contract: ContractKind; now: Date },
): readonly ExpiryNotice[] => {
  if (endDate === null) return []
  const end = new Date(endDate)
  const level = contractExpiryLevel(contract, daysLeft(end, now))
  return level === null ? [] : [{ kind, type, level, ...contractExpiryCaption(end, now) }]
}

const noticesOf = (entitlement: EntitlementFacts, now: Date): readonly EntitlementNotice[] => {
  const { contractMode, smsVoice } = entitlement
  const contract = contractMode === 'TRIAL' ? 'trial' : 'paid'
  const level = usageLevelOf(entitlement)
  return [
    ...usageNotice(entitlement, 'usage', { ...entitlement, level }),
    ...expiryNotice(entitlement, { kind: 'expiry', contract, now }),
    ...(smsVoice === null
      ? []
      : [
          ...usageNotice(entitlement, 'smsVoiceUsage', {
            ...smsVoice,
            level: authenticationUsageLevel(remainingPercent(smsVoice)),
          }),
          ...expiryNotice(entitlement, { kind: 'smsVoiceExpiry', contract: 'smsVoice', now }),
        ]),
  ]
}

/** What administrators are told about what the tenant has, the worst first. */
export const entitlementNotices = (
  entitlements: readonly EntitlementFacts[],
  now: Date,
): readonly EntitlementNotice[] =>
  entitlements
    .flatMap((entitlement) => noticesOf(entitlement, now))
    .toSorted((a, b) => Number(b.level === 'ERROR') - Number(a.level === 'ERROR'))
