import { z } from 'zod'
import type { Context } from '../../kit/context.ts'
import { newSecret, secretHash } from '../../platform/secrets/new-secret.ts'

export const Visit = z.object({
  session_id: z.string(),
  application_id: z.string(),
  name_id: z.string(),
  name_id_format: z.string(),
  session_index: z.string(),
})

/** A sign-out that a browser carries from application to application. */
export const Chain = z.object({
  /** Who asked for it, and is answered at the end; null where it began here. */
  origin: z
    .object({
      applicationId: z.string(),
      requestId: z.string(),
      relayState: z.string().nullable(),
    })
    .nullable(),
  /** Whose answer the browser brings next. */
  asked: z.object({ applicationId: z.string(), requestId: z.string() }).nullable(),
  pending: z.array(Visit),
  /** Addresses of OpenID Connect applications, to open in frames of the browser first. */
  frames: z.array(z.string()).default([]),
  /** Where the browser goes at the end, if nobody is answered; null: to the page that says so. */
  after: z.string().nullable().default(null),
  /** Some application has not signed them out. */
  partial: z.boolean(),
})
export type Chain = z.output<typeof Chain>

const lifeMillis = 10 * 60_000

/** Keeps it for the next step, under a new key that travels as the relay state: 43 letters. */
export const keepChain = async (
  { db, tenant, platform }: Context,
  chain: Chain,
): Promise<string> => {
  const { secret: key, hash } = newSecret({ platform })
  await db
    .insertInto('saml_logouts')
    .values({
      tenant_id: tenant.id,
      id: hash,
      state: JSON.stringify(chain),
      expires_at: new Date(platform.clock.now().getTime() + lifeMillis),
    })
    .execute()
  return key
}

/** Takes the chain of this key: each step is made once. null without one. */
export const takeChain = async (
  { db, tenant, platform }: Context,
  key: string,
): Promise<Chain | null> => {
  const row = await db
    .deleteFrom('saml_logouts')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', secretHash(key))
    .where('expires_at', '>', platform.clock.now())
    .returning('state')
    .executeTakeFirst()
  return row === undefined ? null : Chain.parse(row.state)
}
