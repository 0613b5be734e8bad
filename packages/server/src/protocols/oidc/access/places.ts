import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { settingsOf } from '../clients/client-settings.ts'
import { membersIn } from '../sign-out/departures.ts'
import { unitOfWork } from '../unit-of-work.ts'
import {
  type Arrival,
  endOldestPlaces,
  holdVisitor,
  isFull,
  type LeftPlace,
  refuseMorePlaces,
} from './places.repository.ts'

/* How many places one person may be signed in to an application from, and what one more does. */

const tooMany = 'too_many_sessions'

/** Whether whoever is signed in has no place left at the application that asks. */
export const isTurnedAway = async ({ oidc }: KoaContextWithOIDC): Promise<boolean> => {
  const { ctx, session } = unitOfWork()
  if (oidc.client === undefined || session === null) return false
  const { sessionsPerUser: keep, whenSessionsFull } = settingsOf(oidc.client)
  if (keep === null || whenSessionsFull !== 'REFUSE') return false
  const visitor = { userId: session.accountId, clientId: oidc.client.clientId, keep }
  const isDevice = oidc.entities.DeviceCode !== undefined
  return isFull(ctx, { ...visitor, session: isDevice ? '' : session.open.id })
}

/** Notes who comes in, so that their places are counted when it is written. */
export const noteArrivals = (provider: Provider): void => {
  provider.on('authorization.success', ({ oidc: { client, account, entities } }) => {
    const unit = unitOfWork()
    const { Grant: grant } = entities
    if (client === undefined || account === undefined || grant === undefined) return
    const { sessionsPerUser: keep, whenSessionsFull: whenFull } = settingsOf(client)
    if (keep === null) return
    const visitor = { userId: account.accountId, clientId: client.clientId, keep }
    const isNew = unit.grantWrites.length > 0
    const userName = unit.accounts.get(account.accountId)?.name ?? ''
    unit.arrival = { ...visitor, userName, grant: grant.jti, whenFull, isNew }
  })
}

const Left = z.array(
  z.object({
    place: z.string(),
    user_id: z.string(),
    oidc: z.record(z.string(), z.unknown()),
  }),
)

/** Has the application told of the places that ended, in the transaction that ended them. */
const tellOf = async (ctx: Context, arrival: Arrival, left: readonly LeftPlace[]) => {
  const person = { id: arrival.userId, name: arrival.userName }
  for (const { place } of left) {
    audit(ctx, 'SESSION_ENDED', {
      subject: { entity: 'USERS', ...person },
      actor: { kind: 'user', ...person },
      attributes: { session: place, application: arrival.clientId, reason: tooMany },
    })
  }
  const { told } = await membersIn(ctx, left)
  const contents = told.map((one) => ({ kind: 'OIDC', userId: one.userId, told: { ...one } }))
  const tenantId = ctx.tenant.id
  await ctx.platform.queue.enqueueAll(ctx.db, { tenantId, queue: 'sign-outs', contents })
}

/**
 * Counts somebody in who has come in by `work`, all or nothing. @throws what `isOverfull` knows where
 * there is no place left and none is to end
 */
export const countIn = async (
  ctx: Context,
  arrival: Arrival,
  work: (ctx: Context) => Promise<void>,
): Promise<void> => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  await ctx.transaction(async (ctx) => {
    await ctx.db.executeQuery(holdVisitor(ctx, arrival))
    await work(ctx)
    if (arrival.whenFull === 'END_OLDEST') {
      const { rows } = await ctx.db.executeQuery(endOldestPlaces(ctx, arrival))
      await tellOf(ctx, arrival, Left.parse(rows))
    } else if (arrival.isNew) await ctx.db.executeQuery(refuseMorePlaces(ctx, arrival))
  })
}
