import type { Way as WireWay } from '@signet/contract/access/weakest-ways'
import type { ClosedBy, Way, WayStep } from '@signet/rules/weakest-ways'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import type { Guesses } from './telling.ts'

type Wire = z.input<typeof WireWay>

/** Administrators limited to groups are told of other administrators only that there is one. */
const byWhom = (ctx: Context, { by }: WayStep): Wire['steps'][number]['by'] => {
  if (by === null || groupsInSight(ctx) === 'ALL') return by
  return { kind: by.kind, id: null, name: null }
}

const asSeen = (ctx: Context, closing: ClosedBy): ClosedBy =>
  groupsInSight(ctx) === 'ALL' || !['ADMINISTRATOR', 'PROGRAM', 'ENROLMENT'].includes(closing.code)
    ? closing
    : { ...closing, id: null, name: null }

/** Each once, in the order of the steps. */
const closures = (ctx: Context, { steps }: Way): Wire['closedBy'] => {
  const all = steps.flatMap(({ closedBy }) => (closedBy === null ? [] : [asSeen(ctx, closedBy)]))
  return [...new Map(all.map((one) => [`${one.code} ${one.id} ${one.name}`, one])).values()]
}

/** A way as it is told, with how each of its steps is guessed. */
export const presentWay = (ctx: Context, way: Way, guesses: Guesses): Wire => ({
  grade: way.grade,
  probability: way.probability,
  steps: way.steps.map((step) => {
    const { kind, authenticator, place } = step
    const guess = kind === 'PROVE' ? (guesses.get(authenticator ?? '') ?? null) : null
    return { kind, authenticator, place, by: byWhom(ctx, step), guess }
  }),
  closedBy: closures(ctx, way),
})
