import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../../kit/context.ts'
import { settings } from '../../../settings/families/index.ts'
import {
  endSessions,
  hasSessions,
  holdUser,
  listOldest,
  refuseMore,
} from './session-limit.repository.ts'

/** What a new session takes: nothing may be opened, or what is written before and after it. */
export type Room =
  | { readonly isFull: true }
  | {
      readonly isFull: false
      readonly before: readonly CompiledQuery[]
      readonly after: readonly CompiledQuery[]
      /** The sessions that end for it. */
      readonly ends: readonly string[]
    }

const unlimited: Room = { isFull: false, before: [], after: [], ends: [] }

/** Whether somebody may open one session more, and at what price. */
export const roomFor = async (ctx: Context, userId: string): Promise<Room> => {
  const { sessionsPerUser: keep, whenSessionsFull } = await settings.general(ctx, userId)
  if (keep === null) return unlimited
  const before = [holdUser(ctx, userId)]
  const after = [refuseMore(ctx, { userId, keep })]
  if (whenSessionsFull === 'END_OLDEST') {
    const ends = await listOldest(ctx, { userId, keep: keep - 1 })
    return { isFull: false, before: [...before, endSessions(ctx, ends)], after, ends }
  }
  if (await hasSessions(ctx, { userId, keep })) return { isFull: true }
  return { isFull: false, before, after, ends: [] }
}
