import * as contract from '@signet/contract/access/acrs'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { insertRow, removeRow } from '../../../platform/db/row-sets.ts'
import type { AcrRow } from '../../../platform/db/schema/flows.ts'
import { changingFlows } from '../flows/index.ts'

interface FoundAcr extends Selectable<AcrRow> {
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

const listAcrs = (ctx: Context): Promise<FoundAcr[]> => found(ctx).orderBy('a.name').execute()

const findAcr = (ctx: Context, id: string): Promise<FoundAcr | undefined> =>
  found(ctx).where('a.id', '=', id).executeTakeFirst()

const present = (row: FoundAcr): z.input<typeof contract.Acr> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  flows: [...row.flows],
  createdAt: row.created_at,
})

const subjectOf = ({ id, name }: Pick<FoundAcr, 'id' | 'name'>) => ({
  entity: 'SETTINGS',
  id,
  name,
})

const orNotFound = foundOr('acr_not_found')

const list = async (ctx: Context) => (await listAcrs(ctx)).map(present)

const read = async (ctx: Context, id: string) => present(orNotFound(await findAcr(ctx, id)))

const refusingDuplicates = unique({ acrs_tenant_id_name_key: 'acr_exists' })

/** @throws acr_exists, acr_limit_reached */
export const create = (ctx: Context, wanted: z.output<typeof contract.NewAcr>) =>
  refusingDuplicates(() =>
    changingFlows(ctx, async (ctx) => {
      if ((await listAcrs(ctx)).length >= contract.mostAcrs) throw new ApiError('acr_limit_reached')
      const { name } = wanted
      const description = wanted.description === '' ? null : wanted.description
      const row = await insertRow(ctx, 'acrs', {
        id: ctx.platform.ids.uuid(),
        name,
        description,
        created_at: ctx.platform.clock.now(),
      })
      audit(ctx, 'ACR_CREATED', { subject: subjectOf(row), after: { name, description } })
      return present({ ...row, flows: [] })
    }),
  )

/** @throws acr_not_found, acr_in_use while a flow reaches it */
const remove = (ctx: Context, id: string): Promise<undefined> =>
  changingFlows(ctx, async (ctx) => {
    const row = orNotFound(await findAcr(ctx, id))
    if (row.flows.length > 0) throw new ApiError('acr_in_use')
    await removeRow(ctx, 'acrs', id)
    const { name, description } = row
    audit(ctx, 'ACR_DELETED', { subject: subjectOf(row), before: { name, description } })
    return undefined
  })

export const acrsModule: Module = {
  routes: [
    routes(contract, {
      listAcrs: list,
      readAcr: (ctx, { params }) => read(ctx, params.id),
      createAcr: (ctx, { body }) => create(ctx, body),
      deleteAcr: (ctx, { params }) => remove(ctx, params.id),
    }),
  ],
}
