import { hash } from 'node:crypto'
import { SignInAuthenticator } from '@signet/contract/access/authentication'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'

/** As long as somebody takes to find their token. */
const lifeMillis = 5 * 60_000

const Waiting = z.object({
  /** The sealed sign-in: it never leaves the service. */
  authToken: z.string(),
  authenticator: SignInAuthenticator,
  /** What else would do. */
  allowed: z.array(SignInAuthenticator),
})
/** A sign-in that waits for its next answer. */
export type Waiting = z.output<typeof Waiting>

const idOf = (state: string): string => hash('sha256', state, 'hex')
const placeOf = (id: string): string => `radius-challenge:${id}`

/** Keeps what was asked; the state names it once. @returns the state, 32 letters */
export const keepWaiting = async (
  ctx: Context,
  applicationId: string,
  waiting: Waiting,
): Promise<string> => {
  const state = ctx.platform.ids.random(24).toString('base64url')
  const id = idOf(state)
  const text = Buffer.from(JSON.stringify(waiting))
  const { clock, secrets } = ctx.platform
  await ctx.db
    .insertInto('radius_challenges')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      application_id: applicationId,
      sealed: await secrets.seal(ctx.tenant.id, placeOf(id), text),
      expires_at: new Date(clock.now().getTime() + lifeMillis),
    })
    .execute()
  return state
}

/** What this state names, taken by the first who shows it; null for anything else. */
export const takeWaiting = async (
  ctx: Context,
  applicationId: string,
  state: string,
): Promise<Waiting | null> => {
  const id = idOf(state)
  const row = await ctx.db
    .deleteFrom('radius_challenges')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('application_id', '=', applicationId)
    .where('expires_at', '>', ctx.platform.clock.now())
    .returning('sealed')
    .executeTakeFirst()
  if (row === undefined) return null
  const text = await ctx.platform.secrets.open(ctx.tenant.id, placeOf(id), row.sealed)
  return Waiting.parse(JSON.parse(text.toString('utf8')))
}
