import type { listDecisions } from '@signet/contract/access/access-decisions'
import { ResourceId } from '@signet/contract/access/resource-rules'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { pageOf, positionOf } from '../../../kit/page.ts'
import * as repository from './decisions.repository.ts'
import { evaluate } from './evaluating.ts'
import { present } from './explaining.ts'

type Wanted = z.output<typeof listDecisions.body>

const dayMillis = 86_400_000
const searchedDays = 90

const summary = (row: repository.ListedDecision) => ({
  id: row.id,
  decidedAt: row.decided_at,
  userId: row.user_id,
  userName: row.user_name,
  resourceId: ResourceId.parse(row.resource),
  outcome: row.outcome,
  level: row.level,
  rule: row.rule,
  address: row.address,
  country: row.country,
})

/** @throws invalid_parameters for a cursor of another list */
export const listPage = async (ctx: Context, { limit, cursor, from, until, ...filter }: Wanted) => {
  const now = ctx.platform.clock.now()
  const wanted = {
    ...filter,
    from: from === undefined ? new Date(now.getTime() - searchedDays * dayMillis) : new Date(from),
    until: until === undefined ? null : new Date(until),
  }
  const list = `decisions ${JSON.stringify({ ...filter, from, until })}`
  const position = positionOf(ctx, list, cursor)
  const [rows, total] = await Promise.all([
    repository.listPage(ctx, wanted, { limit, position }),
    repository.countAll(ctx, wanted),
  ])
  const edge = ({ decided_at, id }: repository.ListedDecision) => [decided_at.toISOString(), id]
  const page = pageOf(ctx, { list, limit, position, rows, edge, total })
  return { ...page, results: page.results.map(summary) }
}

const found = async (ctx: Context, id: string): Promise<repository.StoredDecision> => {
  const row = await repository.find(ctx, id)
  if (row === undefined) throw new ApiError('not_found')
  return row
}

/** @throws not_found */
export const readOne = async (ctx: Context, id: string) => present(await found(ctx, id))

/** @throws not_found */
export const evaluateOne = async (ctx: Context, id: string) => evaluate(ctx, await found(ctx, id))
