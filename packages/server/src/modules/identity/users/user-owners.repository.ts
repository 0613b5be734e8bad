import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** Whose identifiers these normalised ones are. */
export const owners = async (
  ctx: Context,
  normalised: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ normalised: string; user_id: string }>`
    select normalised, user_id from user_identifiers
    where tenant_id = ${ctx.tenant.id} and normalised = any (${normalised}::text[])`.execute(ctx.db)
  return new Map(rows.map((row) => [row.normalised, row.user_id]))
}

export const externalOwners = async (
  ctx: Context,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (externalIds.length === 0) return new Map()
  const { rows } = await sql<{ external_id: string; id: string }>`
    select external_id, id from users
    where tenant_id = ${ctx.tenant.id} and external_id = any (${externalIds}::text[])`.execute(
    ctx.db,
  )
  return new Map(rows.map((row) => [row.external_id, row.id]))
}

interface AttributeValue {
  readonly id: string
  /** As values are compared. */
  readonly key: string
}

/** Who has these values of unique attributes, by `id key`. */
export const attributeOwners = async (
  ctx: Context,
  values: readonly AttributeValue[],
): Promise<ReadonlyMap<string, string>> => {
  if (values.length === 0) return new Map()
  const { rows } = await sql<{ attribute_id: string; unique_key: string; user_id: string }>`
    select v.attribute_id, v.unique_key, v.user_id
    from unnest(${values.map(({ id }) => id)}::text[], ${values.map(({ key }) => key)}::text[])
      w (id, key)
    join user_attribute_values v on v.tenant_id = ${ctx.tenant.id}
      and v.attribute_id = w.id and v.unique_key = w.key`.execute(ctx.db)
  return new Map(rows.map((row) => [`${row.attribute_id} ${row.unique_key}`, row.user_id]))
}
