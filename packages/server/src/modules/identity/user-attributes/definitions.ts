import { type UserAttributeType } from '@signet/rules/attribute-types'
import { type AttributeRule, systemAttributes } from '@signet/rules/user-attributes'
import { type UserAttributeId, userAttributeIds } from '@signet/rules/users'
import type { Context } from '../../../kit/context.ts'
import { tenantCache } from '../../../platform/tenant-cache.ts'
import { listSubjects } from './subjects.ts'
import { listStored, type StoredAttribute } from './user-attributes.repository.ts'

/** An attribute as it holds in a tenant. */
export interface Definition extends AttributeRule {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly group: 'SYSTEM' | 'OPTIONAL' | 'EXTRA'
  /** The user's field on the wire; null for own attributes, and for what nobody fills in. */
  readonly field: string | null
  readonly required: boolean
  readonly requiredFixed: boolean
  readonly unique: boolean
  readonly userVisible: boolean
  readonly userEditable: boolean
  /** Applications know users by its value. */
  readonly isSubject: boolean
  readonly version: number
}

const typeOf = (type: string): UserAttributeType => {
  const found = types.find((each) => each === type)
  if (found === undefined) throw new Error(`no type of attributes: ${type}`)
  return found
}
const types = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE', 'EMAIL', 'PHONE', 'URL', 'CHOICE'] as const

type Plain = Omit<Definition, 'isSubject'>

const ownDefinition = (row: StoredAttribute): Plain => ({
  id: row.id,
  name: row.name,
  description: row.description,
  group: 'EXTRA',
  field: null,
  type: typeOf(row.type),
  pattern: row.pattern,
  choices: row.choices,
  required: row.required,
  requiredFixed: false,
  unique: row.is_unique,
  userVisible: row.user_visible,
  userEditable: row.user_editable,
  version: row.version,
})

/** @param row what the tenant has chosen, if anything */
const systemDefinition = (id: UserAttributeId, row: StoredAttribute | undefined): Plain => {
  const { group, field, type, isAlwaysRequired } = systemAttributes[id]
  return {
    id,
    name: id,
    description: null,
    group,
    field,
    type,
    pattern: null,
    choices: [],
    required: isAlwaysRequired || (row?.required ?? false),
    requiredFixed: isAlwaysRequired,
    unique: id === 'uniqueUserid' || id === 'userid',
    userVisible: true,
    userEditable: id === 'firstname' || id === 'lastname' || id === 'locale',
    version: row?.version ?? 0,
  }
}

export const isSystemId = (id: string): id is UserAttributeId =>
  userAttributeIds.some((each) => each === id)

/** Those of the product in its order, then the tenant's own by name. */
export const readDefinitions = async (ctx: Context): Promise<readonly Definition[]> => {
  const rows = await listStored(ctx)
  const chosen = new Map(rows.map((row) => [row.id, row]))
  const subjects = await listSubjects(ctx)
  return [
    ...userAttributeIds.map((id) => systemDefinition(id, chosen.get(id))),
    ...rows.filter(({ id }) => !isSystemId(id)).map(ownDefinition),
  ].map((each) => ({ ...each, isSubject: subjects.has(each.id) }))
}

const known = tenantCache<readonly Definition[]>()

/** At most 1 s stale. */
export const definitions = async (ctx: Context): Promise<readonly Definition[]> => {
  const { id: tenantId } = ctx.tenant
  const { database } = ctx.platform
  const before = known.find(database, tenantId)
  if (before !== undefined) return before
  const moment = database.moment()
  const value = await readDefinitions(ctx)
  known.keep(tenantId, { tenantId, moment, value })
  return value
}

/** What was changed here holds here at once. */
export const forgetDefinitions = ({ tenant }: Context): void => known.forget(tenant.id)
