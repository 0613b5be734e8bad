import {
  ResourceId,
  type ResourceRule,
  ResourceRuleChange,
} from '@signet/contract/access/resource-rules'
import { type FactorType, weekdays } from '@signet/rules/risk/factors'
import type { z } from 'zod'

export const RuleForm = ResourceRuleChange
export type Rule = z.output<typeof ResourceRule>
export type TypedRule = z.input<typeof RuleForm>
export type WantedRule = z.output<typeof RuleForm>
export type Factor = NonNullable<TypedRule['factors']>[number]

export const factorTypes = [
  'DATE_TIME',
  'IP',
  'GEOLOCATION',
  'TRAVEL_VELOCITY',
  'LOCATION_HISTORY',
  'KNOWN_DEVICE',
  'DEVICE_VERIFICATION',
  'RISK_ENGINE',
] as const satisfies readonly FactorType[]

export const levels = ['low', 'medium', 'high'] as const

const points = 10

/** What a factor begins with. */
export const factorOf = (type: FactorType): Factor => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  switch (type) {
    case 'DATE_TIME':
      return { type, points, timeZone, days: weekdays.slice(0, 5), from: '07:00', to: '19:00' }
    case 'IP':
      return { type, points, mode: 'ALLOWED', addresses: [], listIds: [] }
    case 'GEOLOCATION':
      return { type, points, mode: 'ALLOWED', countries: [] }
    case 'RISK_ENGINE':
      return { type, points, engineId: '', failsFrom: 'MEDIUM' }
    default:
      return { type, points }
  }
}

/** A rule as the form holds it. */
export const typedRule = ({ id: _id, updatedAt: _at, ...rule }: Rule): TypedRule => ({
  ...rule,
  groupIds: [...rule.groupIds],
  factors: rule.factors.map((factor) => ({ ...factor })),
})

/** A new rule: it asks for a second factor and refuses by risk, and has no factor yet. */
export const emptyRule = (resource: string): TypedRule => {
  const { data: resourceId = 'USER_PORTAL' } = ResourceId.safeParse(resource)
  return { ...RuleForm.parse({ name: 'new', resourceId }), name: '' }
}
