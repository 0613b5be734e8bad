import { createHmac, timingSafeEqual } from 'node:crypto'
import { gridAnswer, meantAnswer } from '@signet/algorithms/grid'
import { foldCode } from '@signet/rules/codes'
import type { CompiledQuery } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { PendingEvent } from '../../../kit/audit-entry.ts'
import { auditStatements } from '../../../kit/audit-rows.ts'
import type { Context } from '../../../kit/context.ts'
import { keyObjectOf } from '../../../platform/secrets/key-objects.ts'
import { openCells, placesOf, shapeOf } from './grid-cells.ts'
import { type AnsweringGrid, useGrid } from './grid-challenges.repository.ts'
import { afterUse } from './grid-challenges.ts'
import { subjectOf } from './grids.service.ts'

/** Of equal length, so that comparing takes the same time whatever was typed. */
const digestOf = (ctx: Context, text: string): Buffer =>
  createHmac('sha256', keyObjectOf(ctx.platform.secrets.derive(ctx.tenant.id, 'grid-answer')))
    .update(text)
    .digest()

/** Whether this is what the card has in these cells. */
export const isAnswer = async (
  ctx: Context,
  card: AnsweringGrid,
  response: string,
): Promise<boolean> => {
  const places = placesOf(card.asked_cells, shapeOf(card))
  const expected = gridAnswer(await openCells(ctx, card), places ?? [])
  const isSame = timingSafeEqual(
    digestOf(ctx, expected),
    digestOf(ctx, meantAnswer(foldCode(response))),
  )
  return isSame && places !== null && expected !== ''
}

interface Answered {
  readonly card: AnsweringGrid
  readonly challenge: string
  readonly subject: string
  readonly user: { readonly id: string; readonly name: string }
}

/** The events of a use: a first one, and a last one, which its owner is told of. */
const eventsOf = (
  ctx: Context,
  { card, user }: Answered,
  retired: AnsweringGrid['retired'],
): readonly PendingEvent[] => {
  const events: PendingEvent[] = []
  const noted = { ...ctx, events }
  const entry = {
    subject: subjectOf(card),
    actor: { kind: 'user', ...user },
    attributes: { user: user.id },
  } as const
  if (card.state === 'PENDING') audit(noted, 'GRID_ACTIVATED', entry)
  if (retired !== null) {
    audit(noted, 'GRID_RETIRED', { ...entry, attributes: { user: user.id, reason: retired } })
  }
  return events
}

/** The writes of a right answer: they use challenge and card up, and fail when another was first. */
export const useOf = async (
  ctx: Context,
  answered: Answered,
): Promise<readonly CompiledQuery[]> => {
  const { card, challenge, subject } = answered
  const places = placesOf(card.asked_cells, shapeOf(card)) ?? []
  const after = await afterUse(ctx, card, places)
  const { id: grid, asked_cells: cells, uses } = card
  return [
    useGrid(ctx, { subject, challenge, grid, cells, uses, ...after }),
    ...auditStatements(ctx, eventsOf(ctx, answered, after.retired)),
  ]
}
