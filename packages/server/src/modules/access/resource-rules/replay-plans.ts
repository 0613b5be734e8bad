import { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import { rbaFamily } from '@signet/contract/settings/rba'
import { z } from 'zod'

export const NamedRule = ResourceRuleDefinition.extend({ id: z.uuid(), name: z.string() })

/** Everything that decisions are judged by beside their own facts. */
export const Plan = z.object({
  rules: z.array(NamedRule),
  /** Addresses by the ids of IP lists. */
  lists: z.record(z.string(), z.array(z.string())),
  measures: rbaFamily.fields.pick({
    samePlaceKm: true,
    maximumSpeedKmPerHour: true,
    historySignIns: true,
  }),
})
export type Plan = z.output<typeof Plan>

/** What holds, and what would hold. */
export const Plans = z.object({ before: Plan, after: Plan })
export type Plans = z.output<typeof Plans>
