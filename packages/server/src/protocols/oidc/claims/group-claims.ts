import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Parameter, prepared } from '../../../kit/prepared.ts'
import { settings } from '../../../modules/settings/families/index.ts'

interface Wanted {
  readonly tenantId: string
  readonly userId: string
  readonly limit: number
}

interface GroupRow {
  readonly id: string
  readonly name: string
  readonly external_id: string | null
}

const groupsOf = prepared((db, p: Parameter<Wanted>) =>
  sql<GroupRow>`
    select g.id, g.name, g.external_id from user_groups ug
      join groups g on g.tenant_id = ug.tenant_id and g.id = ug.group_id
    where ug.tenant_id = ${p('tenantId')}::uuid and ug.user_id = ${p('userId')}::uuid
    order by g.name_key, g.id limit ${p('limit')}`.compile(db),
)

/**
 * The groups of a person, by what the tenant lets applications know them; nothing without the scope
 * that asks for them. Too many are not cut off but left out, as other providers do it: an
 * application must not take some for all.
 */
export const groupClaims = async (ctx: Context, userId: string, scope: readonly string[]) => {
  if (!scope.includes('groups')) return {}
  const { attribute, mostGroups } = await settings.groupAttribute(ctx)
  const asked = groupsOf({ tenantId: ctx.tenant.id, userId, limit: mostGroups + 1 })
  const { rows } = await ctx.db.executeQuery(asked)
  if (rows.length > mostGroups) return { hasgroups: true }
  const named = { NAME: 'name', EXTERNAL_ID: 'external_id', ID: 'id' } as const
  return { groups: rows.flatMap((row) => row[named[attribute]] ?? []) }
}
