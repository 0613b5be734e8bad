import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { listOwnActivity, OwnActivity } from '@signet/contract/operations/own-activity'
import type { z } from 'zod'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { type FoundEvent, search } from './audit-events.service.ts'

const sideOf = ({ actorId, actorType }: FoundEvent, own: string) => {
  if (actorId === own) return 'SELF'
  return actorType === 'anonymous' ? 'NOBODY' : 'OTHERS'
}

/** Of what others did, neither who they are nor where. */
const present = (event: FoundEvent, own: string): z.input<typeof OwnActivity> => {
  const by = sideOf(event, own)
  return {
    id: event.id,
    eventTime: event.eventTime,
    action: event.action,
    outcome: event.outcome,
    subject: event.entityId === own ? '' : event.entityName,
    by,
    address: by === 'OTHERS' ? null : event.address,
    userAgent: by === 'OTHERS' ? null : event.userAgent,
  }
}

export const listOwn = async (ctx: Context, { side, ...page }: BodyOf<typeof listOwnActivity>) => {
  const { id } = signedInUser(ctx)
  const whose = side === 'SELF' ? { actorId: id } : { entityId: id, notActorId: id }
  const found = await search(ctx, { ...page, ...whose, everyGroup: true })
  return { ...found, results: found.results.map((event) => present(event, id)) }
}
