import type { listDecisions } from '@signet/contract/access/access-decisions'
import { ResourceId } from '@signet/contract/access/resource-rules'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { keysetList } from '../../../kit/lists.ts'
import { foundOr } from '../../../kit/rows.ts'
import * as repository from './decisions.repository.ts'
import { evaluate } from './evaluating.ts'
import { present } from './explaining.ts'

type Wanted = z.output<typeof listDecisions.body>

const dayMillis = 86_400_000
const searchedDays = 90

/** The newest first. */
export const listPage = keysetList({
  name: 'decisions',
  keys: [
    ['decided_at', 'timestamptz'],
    ['id', 'uuid'],
  ],
  descending: true,
  rows: (ctx, { from, until, ...filter }: Wanted) => {
    const earliest = ctx.platform.clock.now().getTime() - searchedDays * dayMillis
    return repository.listedDecisions(ctx, {
      ...filter,
      from: new Date(from ?? earliest),
      until: until === undefined ? null : new Date(until),
    })
  },
  present: (_ctx, rows) =>
    rows.map((row) => ({
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
    })),
})

const found = foundOr('not_found')

/** @throws not_found */
export const readOne = async (ctx: Context, id: string) =>
  present(found(await repository.find(ctx, id)))

/** @throws not_found */
export const evaluateOne = async (ctx: Context, id: string) =>
  evaluate(ctx, found(await repository.find(ctx, id)))
