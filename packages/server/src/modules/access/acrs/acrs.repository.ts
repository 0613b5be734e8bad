import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { AcrRow } from '../../../platform/db/schema/flows.ts'

export interface FoundAcr extends Selectable<AcrRow> {
  readonly flows: readonly { readonly id: string; readonly name: string }[]
}

const flowsOfAcr = sql<FoundAcr['flows']>`coalesce((
  select json_agg(json_build_object('id', f.id, 'name', f.name) order by f.name_key)
  from authentication_flow_acrs fa
  join authentication_flows f on f.tenant_id = fa.tenant_id and f.id = fa.flow_id
  where fa.tenant_id = a.tenant_id and fa.acr_id = a.id), '[]'::json)`

const found = ({ db, tenant }: Context) =>
  db
    .selectFrom('acrs as a')
    .selectAll('a')
    .select(flowsOfAcr.as('flows'))
    .where('a.tenant_id', '=', tenant.id)

export const listAcrs = (ctx: Context): Promise<FoundAcr[]> =>
  found(ctx).orderBy('a.name').execute()

export const findAcr = (ctx: Context, id: string): Promise<FoundAcr | undefined> =>
  found(ctx).where('a.id', '=', id).executeTakeFirst()
