import { createHash } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'

const tokenBytes = 32

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const purposeOf = (id: string): string => `voice-response:${id}`

interface Said {
  readonly message: string
  readonly locale: string
  readonly minutes: number
}

/** The address at which a provider fetches once what its call has to say. */
export const keepVoiceResponse = async (
  ctx: Context,
  { message, locale, minutes }: Said,
): Promise<string> => {
  const { ids, clock, secrets } = ctx.platform
  const [id, token] = [ids.uuid(), ids.random(tokenBytes).toString('base64url')]
  await ctx.db
    .insertInto('voice_responses')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      token_hash: hashOf(token),
      sealed: await secrets.seal(ctx.tenant.id, purposeOf(id), Buffer.from(message)),
      locale,
      expires_at: new Date(clock.now().getTime() + minutes * 60_000),
    })
    .execute()
  return `${new URL(ctx.tenant.publicUrl).origin}/api/web/v1/authentication/otp/voice/${token}`
}

/** Taken away and told in one statement: of many that ask at once, one hears it. @throws not_found */
export const takeVoiceResponse = async (ctx: Context, token: string) => {
  const row = await ctx.db
    .deleteFrom('voice_responses')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', hashOf(token))
    .returning(['id', 'sealed', 'locale', 'expires_at'])
    .executeTakeFirst()
  if (row === undefined || row.expires_at <= ctx.platform.clock.now()) {
    throw new ApiError('not_found')
  }
  await ctx.platform.secrets.ready(ctx.tenant.id)
  const opened = await ctx.platform.secrets.open(ctx.tenant.id, purposeOf(row.id), row.sealed)
  return { message: opened.toString(), locale: row.locale }
}
