import { type Acr, mostAcrs, type NewAcr } from '@signet/contract/access/acrs'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { insertRow, removeRow } from '../../../platform/db/row-sets.ts'
import { changingFlows } from '../flows/index.ts'
import { type FoundAcr, findAcr, listAcrs } from './acrs.repository.ts'

const present = (row: FoundAcr): z.input<typeof Acr> => ({
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

export const list = async (ctx: Context) => (await listAcrs(ctx)).map(present)

export const read = async (ctx: Context, id: string) => present(orNotFound(await findAcr(ctx, id)))

const refusingDuplicates = unique({ acrs_tenant_id_name_key: 'acr_exists' })

/** @throws acr_exists, acr_limit_reached */
export const create = (ctx: Context, wanted: z.output<typeof NewAcr>) =>
  refusingDuplicates(() =>
    changingFlows(ctx, async (ctx) => {
      if ((await listAcrs(ctx)).length >= mostAcrs) throw new ApiError('acr_limit_reached')
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
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  changingFlows(ctx, async (ctx) => {
    const row = orNotFound(await findAcr(ctx, id))
    if (row.flows.length > 0) throw new ApiError('acr_in_use')
    await removeRow(ctx, 'acrs', id)
    const { name, description } = row
    audit(ctx, 'ACR_DELETED', { subject: subjectOf(row), before: { name, description } })
    return undefined
  })
