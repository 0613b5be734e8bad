import { type Acr, mostAcrs, type NewAcr } from '@signet/contract/access/acrs'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { changingFlows } from '../flows/index.ts'
import { type FoundAcr, findAcr, insertAcr, listAcrs, removeAcr } from './acrs.repository.ts'

const present = (row: FoundAcr): z.input<typeof Acr> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  flows: [...row.flows],
  createdAt: row.created_at,
})

const subjectOf = ({ id, name }: FoundAcr) => ({ entity: 'SETTINGS', id, name })

/** @throws acr_not_found */
const found = async (ctx: Context, id: string): Promise<FoundAcr> => {
  const row = await findAcr(ctx, id)
  if (row === undefined) throw new ApiError('acr_not_found')
  return row
}

export const list = async (ctx: Context) => (await listAcrs(ctx)).map(present)

export const read = async (ctx: Context, id: string) => present(await found(ctx, id))

/** @throws acr_exists, acr_limit_reached */
export const create = async (ctx: Context, wanted: z.output<typeof NewAcr>) => {
  try {
    return await changingFlows(ctx, async (ctx) => {
      if ((await listAcrs(ctx)).length >= mostAcrs) throw new ApiError('acr_limit_reached')
      const id = ctx.platform.ids.uuid()
      const description = wanted.description === '' ? null : wanted.description
      await insertAcr(ctx, { id, name: wanted.name, description })
      const row = await found(ctx, id)
      const { name } = row
      audit(ctx, 'ACR_CREATED', { subject: subjectOf(row), after: { name, description } })
      return present(row)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'acrs_tenant_id_name_key')) throw error
    throw new ApiError('acr_exists', { cause: error })
  }
}

/** @throws acr_not_found, acr_in_use while a flow reaches it */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  changingFlows(ctx, async (ctx) => {
    const row = await found(ctx, id)
    if (row.flows.length > 0) throw new ApiError('acr_in_use')
    await removeAcr(ctx, id)
    const { name, description } = row
    audit(ctx, 'ACR_DELETED', { subject: subjectOf(row), before: { name, description } })
    return undefined
  })
