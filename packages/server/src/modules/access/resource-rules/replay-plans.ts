import { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import { Lockouts } from '@signet/contract/access/what-ifs'
import { rbaFamily } from '@signet/contract/settings/rba'
import {
  firstFactorKinds,
  flowOutcomes,
  secondFactorKinds,
  secondFactorNeeds,
  secondFactorSkips,
} from '@signet/rules/flows'
import { z } from 'zod'

const NamedRule = ResourceRuleDefinition.extend({ id: z.uuid(), name: z.string() })

const PlannedFlow = z.object({
  id: z.uuid(),
  isDefault: z.boolean(),
  outcome: z.enum(flowOutcomes),
  firstFactors: z.array(z.enum(firstFactorKinds)),
  secondFactor: z.enum(secondFactorNeeds),
  secondFactors: z.array(z.enum(secondFactorKinds)),
  skipSecondFactor: z.enum(secondFactorSkips),
})

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
  flows: z.array(PlannedFlow).default([]),
  /** None where it was planned before lockouts were tried. */
  lockouts: Lockouts.nullable().default(null),
})
export type Plan = z.output<typeof Plan>

/** What holds, and what would hold. */
export const Plans = z.object({
  before: Plan,
  after: Plan,
  /** It is a flow that changes: who gets through it is told by what people hold. */
  walksFlows: z.boolean().default(false),
})
export type Plans = z.output<typeof Plans>
