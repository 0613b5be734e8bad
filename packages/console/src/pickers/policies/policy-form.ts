import type { GroupPolicyChange } from '@signet/contract/settings/grouppolicy'
import {
  type PolicyPartName,
  PolicySettings,
  policyParts,
} from '@signet/contract/settings/policy-parts'
import { z } from 'zod'
import { withinBounds } from '../../kit/durations.ts'
import type { GroupPolicy } from './policies.queries.ts'
import { parts } from './policy-parts.ts'
import type { Setting } from './policy-settings.ts'

export const partNames: readonly PolicyPartName[] = z
  .array(PolicySettings.keyof())
  .parse(Object.keys(parts))

/** The settings of a part, by the names of their fields. */
export const settingsOf = (part: PolicyPartName): ReadonlyMap<string, Setting> =>
  new Map(Object.entries(parts[part].settings))

/** What everybody has of a field until somebody sets it: what an added setting begins with. */
export const defaultOf = (part: PolicyPartName, field: string): unknown =>
  new Map(Object.entries(policyParts[part].defaults)).get(field)

const Typed = z.object({
  name: z.string().trim().min(1).max(100),
  groupIds: z.array(z.string()).min(1),
  active: z.boolean(),
  settings: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type TypedPolicy = z.input<typeof Typed>

const shapeOf = (part: PolicyPartName): ReadonlyMap<string, z.ZodType> =>
  new Map(Object.entries(policyParts[part].schema.shape))

/** The number that a field may also be left without. */
const numberIn = (schema: z.ZodType | undefined): z.ZodNumber | null => {
  if (schema instanceof z.ZodNumber) return schema
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
  if (!isWrapped) return null
  const inner = schema.unwrap()
  return inner instanceof z.ZodType ? numberIn(inner) : null
}

/** Bounds of durations are told as durations; null for what is none or within them. */
const durationFault = (part: PolicyPartName, field: string, value: unknown): string | null => {
  const control = settingsOf(part).get(field)
  const number = numberIn(shapeOf(part).get(field))
  if (control?.kind !== 'duration' || number === null || value === null) return null
  const read = withinBounds(number, { storedIn: control.storedIn }).safeParse(value)
  return read.error?.issues[0]?.message ?? null
}

const isPart = (name: unknown): name is PolicyPartName => partNames.some((part) => part === name)

/** A policy as it is typed: of each part that it holds, the fields that it sets. */
export const PolicyForm = Typed.transform((typed, context): z.input<typeof GroupPolicyChange> => {
  const read = PolicySettings.safeParse(typed.settings)
  for (const { path, message } of read.error?.issues ?? []) {
    const [part, field = ''] = path
    const value = typed.settings[String(part)]?.[String(field)]
    const fault = isPart(part) ? durationFault(part, String(field), value) : null
    context.addIssue({ code: 'custom', path: ['settings', ...path], message: fault ?? message })
  }
  return {
    name: typed.name,
    groupIds: typed.groupIds,
    state: typed.active ? 'ACTIVE' : 'INACTIVE',
    settings: read.data ?? {},
  }
})

export const emptyPolicy: TypedPolicy = { name: '', groupIds: [], active: true, settings: {} }

export const typedPolicy = ({ name, groups, state, settings }: GroupPolicy): TypedPolicy => ({
  name,
  groupIds: groups.map(({ id }) => id),
  active: state === 'ACTIVE',
  settings: Object.fromEntries(Object.entries(settings).map(([part, own]) => [part, { ...own }])),
})
