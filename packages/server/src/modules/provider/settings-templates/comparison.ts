import { isDeepStrictEqual } from 'node:util'
import { weakerFamily } from '@signet/contract/settings/weaker-families'
import type { PlannedFieldState, RefusedFieldReason } from '@signet/rules/settings-rollouts'
import type { Context } from '../../../kit/context.ts'
import { rows } from '../../settings/families/index.ts'
import type { Values } from './values.ts'

type Inherited = (typeof rows.inherited.families)[number]

export interface ComparedField {
  readonly family: string
  readonly field: string
  readonly before: unknown
  readonly after: unknown
  readonly state: PlannedFieldState
  readonly reason: RefusedFieldReason | null
  readonly isOverridden: boolean
  readonly changedAt: Date | null
}

interface Wanted {
  readonly template: Values
  /** What rollouts last wrote in the tenant. */
  readonly applied: Values
  /** Whether what the tenant changed itself is replaced. */
  readonly overwrite: boolean
}

/** What the tenant made stronger itself stays so, even where its own values are replaced. */
const judge = (
  { family, field, before, after }: Pick<ComparedField, 'family' | 'field' | 'before' | 'after'>,
  { isOverridden, overwrite }: { readonly isOverridden: boolean; readonly overwrite: boolean },
): Pick<ComparedField, 'state' | 'reason'> => {
  if (!isOverridden) return { state: 'CHANGED', reason: null }
  if (!overwrite) return { state: 'OVERRIDDEN', reason: null }
  const isWeaker = weakerFamily(family)?.fields[field]?.isWeaker(after, before) ?? true
  return isWeaker ? { state: 'REFUSED', reason: 'WEAKER' } : { state: 'CHANGED', reason: null }
}

const compareFamily = async (
  account: Context,
  family: Inherited,
  { template, applied, overwrite }: Wanted,
): Promise<readonly ComparedField[]> => {
  const { name, defaults } = family
  const { values, changedAt } = await rows.inherited.read(account, family)
  const formerly = { ...defaults, ...applied[name] }
  const wanted = template[name] ?? {}
  // In the order of the family: the database orders them otherwise.
  const fields = Object.keys(defaults)
    .filter(
      (field) => Object.hasOwn(wanted, field) && !isDeepStrictEqual(values[field], wanted[field]),
    )
    .map((field) => {
      const [before, after] = [values[field], wanted[field]]
      const isOverridden = !isDeepStrictEqual(before, formerly[field])
      const compared = { family: name, field, before, after }
      return {
        ...compared,
        ...judge(compared, { isOverridden, overwrite }),
        isOverridden,
        changedAt,
      }
    })
  const changes = fields.filter(({ state }) => state === 'CHANGED')
  const next = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
  if (family.faults({ ...values, ...next }).length === 0) return fields
  return fields.map((each) =>
    each.state === 'CHANGED' ? { ...each, state: 'REFUSED', reason: 'INVALID' } : each,
  )
}

/** The fields of a template that the tenant of the context has otherwise, and what becomes of each. */
export const compare = async (
  account: Context,
  wanted: Wanted,
): Promise<readonly ComparedField[]> => {
  const all: ComparedField[] = []
  for (const family of rows.inherited.families) {
    if (wanted.template[family.name] === undefined) continue
    all.push(...(await compareFamily(account, family, wanted)))
  }
  return all
}

/** The fields that change, as they were and as they will be. */
export const changesOf = (fields: readonly ComparedField[]) => {
  const former: Values = {}
  const written: Values = {}
  for (const { family, field, before, after, state } of fields) {
    if (state !== 'CHANGED') continue
    former[family] = { ...former[family], [field]: before }
    written[family] = { ...written[family], [field]: after }
  }
  return { former, written }
}

/** What the tenant has from the template now; a field that was not written is as the last time. */
export const appliedAfter = (
  { template, applied }: Pick<Wanted, 'template' | 'applied'>,
  fields: readonly ComparedField[],
): Values => {
  const kept = fields.filter(({ state }) => state !== 'CHANGED')
  return Object.fromEntries(
    Object.entries(template).map(([family, values]) => {
      const own = Object.entries(values).flatMap(([field, value]) => {
        const isKept = kept.some((each) => each.family === family && each.field === field)
        if (!isKept) return [[field, value] as const]
        const former = applied[family]
        return former !== undefined && Object.hasOwn(former, field)
          ? [[field, former[field]] as const]
          : []
      })
      return [family, Object.fromEntries(own)]
    }),
  )
}
