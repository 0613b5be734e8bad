import type { Context } from '../../../kit/context.ts'
import { findToken, hashOf, insertToken, type Payload } from '../tokens.repository.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/* Who agreed to which details (RFC 9396): one decision for one request, taken once. */

const kind = 'DetailDecision'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const paramsOf = ({ params }: Payload): Payload =>
  typeof params === 'object' && params !== null ? { ...params } : {}

/** Whether a request can be agreed to by its own decision alone. */
export const hasDetails = (interaction: Payload): boolean =>
  paramsOf(interaction).authorization_details !== undefined

/** Of the interaction: a decision made in another tab stands under another name. */
const idOf = ({ jti }: Payload): Buffer => hashOf(`detail-decision ${textOf(jti)}`)

/** What the person read, and for which API. */
const shownOf = (interaction: Payload): string => {
  const { authorization_details: details, scope, resource } = paramsOf(interaction)
  return hashOf(JSON.stringify([details, scope ?? null, resource ?? null])).toString('hex')
}

/** Keeps that this person agreed to what this interaction shows, for as long as it lives. */
export const saveDecision = async (
  { db, tenant }: Context,
  userId: string,
  interaction: Payload,
): Promise<void> => {
  const clientId = textOf(paramsOf(interaction).client_id)
  await db.executeQuery(
    insertToken({
      tenantId: tenant.id,
      id: idOf(interaction),
      payload: { kind, accountId: userId, clientId, shown: shownOf(interaction) },
      expiresAt: new Date(Number(interaction.exp) * 1000),
    }),
  )
}

/** Whether this person agreed to this very request; the decision is used up with it. */
export const takeDecision = async (
  { ctx, consumed }: UnitOfWork,
  userId: string,
  interaction: Payload,
): Promise<boolean> => {
  const id = idOf(interaction)
  const now = ctx.platform.clock.now()
  const decision = await findToken(ctx.db, { tenantId: ctx.tenant.id, id, now })
  const isThis =
    decision?.kind === kind &&
    decision.consumedAt === null &&
    decision.clientId === textOf(paramsOf(interaction).client_id) &&
    decision.payload.accountId === userId &&
    decision.payload.shown === shownOf(interaction)
  if (isThis) consumed.push({ id, isRefresh: false })
  return isThis
}
