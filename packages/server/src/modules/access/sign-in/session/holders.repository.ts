import type { Context } from '../../../../kit/context.ts'
import { statement } from '../../../../kit/statement.ts'
import { holdings } from '../transaction/accounts.repository.ts'

interface Holder {
  readonly administrator: boolean
  /** Kinds of which each makes two factors with a password. */
  readonly held: readonly string[]
}

const find = statement<
  { tenant: string; now: Date; ids: readonly string[] },
  Holder & { readonly id: string }
>(`
  select u.id, array_remove(array[${Object.values(holdings).join(', ')}], null) as held,
    exists (select 1 from user_roles ur
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ur.tenant_id = :tenant::uuid and ur.user_id = u.id and r.role_type <> 'USER')
      as administrator
  from users u where u.tenant_id = :tenant and u.id = any(:ids::uuid[])`)

/** What these people hold now, by their ids; who is gone is left out. */
export const readHolders = async (
  { db, tenant, platform }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Holder>> => {
  if (ids.length === 0) return new Map()
  const asked = { tenant: tenant.id, now: platform.clock.now(), ids: [...new Set(ids)] }
  const { rows } = await db.executeQuery(find(asked))
  return new Map(rows.map(({ id, administrator, held }) => [id, { administrator, held }]))
}
