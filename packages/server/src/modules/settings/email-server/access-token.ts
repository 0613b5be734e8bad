import type { emailServerFamily } from '@signet/contract/settings/emailserver'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { parsedJson } from '../../../platform/json.ts'
import { oneLine } from '../../../platform/mail/failure.ts'
import { MailFailed } from '../../../platform/mail.ts'
import { sealedSettingsOf } from '../families/index.ts'

type Settings = (typeof emailServerFamily)['defaults']
type Secrets = Readonly<Record<string, string>>

const Granted = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().default(300),
})
const Refused = z.object({ error: z.string(), error_description: z.string().optional() })

type Grant = z.output<typeof Granted>

const failed = (reason: string, options: { readonly cause?: unknown } = {}): MailFailed =>
  new MailFailed('the provider gave no token', {
    mayRetry: true,
    step: 'TOKEN',
    reply: oneLine(reason),
    ...options,
  })

/** Asks the provider's token endpoint (RFC 6749, section 3.2). @throws MailFailed */
export const askForToken = async (
  { platform }: Context,
  { settings, secrets }: { readonly settings: Settings; readonly secrets: Secrets },
  form: Readonly<Record<string, string>>,
): Promise<Grant> => {
  const body = new URLSearchParams({
    client_id: settings.clientId,
    ...(secrets.clientSecret === undefined ? {} : { client_secret: secrets.clientSecret }),
    ...form,
  })
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  }
  const answer = await platform.outbound
    .fetch('http', settings.tokenUrl, {
      method: 'POST',
      headers,
      body: body.toString(),
      maxRedirects: 0,
      maxBytes: 65_536,
    })
    .catch((cause: unknown) => {
      throw failed(cause instanceof Error ? cause.message : 'no answer', { cause })
    })
  const said = parsedJson(answer.body)
  const granted = Granted.safeParse(said)
  if (answer.status === 200 && granted.success) return granted.data
  const refused = Refused.safeParse(said)
  if (!refused.success) throw failed(`the token endpoint answered ${answer.status}`)
  throw failed([refused.data.error, refused.data.error_description].join(' '))
}

interface Kept {
  readonly token: string
  readonly until: number
}

/** Tokens by what they were got with: another refresh token or client has another one. */
const tokens = new LRUCache<string, Kept>({ max: 1000 })

/** Before a token ends another one is asked for. */
const marginMillis = 60_000

/** A token for the mail server, got anew when the last one ends. @throws MailFailed */
export const accessTokenOf = async (
  ctx: Context,
  from: {
    readonly family: typeof emailServerFamily
    readonly settings: Settings
    readonly secrets: Secrets
  },
): Promise<string> => {
  const { settings, secrets } = from
  const refreshToken = secrets.refreshToken
  if (refreshToken === undefined) throw failed('the mail server is not connected')
  const now = ctx.platform.clock.now().getTime()
  const key = [ctx.tenant.id, settings.tokenUrl, settings.clientId, refreshToken].join('\n')
  const known = tokens.get(key)
  if (known !== undefined && known.until > now) return known.token
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const granted = await askForToken(ctx, from, form)
  const until = now + granted.expires_in * 1000 - marginMillis
  tokens.set(key, { token: granted.access_token, until })
  // RFC 6749, section 6: a provider may turn the refresh token over with each use.
  if (granted.refresh_token !== undefined && granted.refresh_token !== refreshToken) {
    await sealedSettingsOf(from.family).update(ctx, {
      body: { secrets: { refreshToken: granted.refresh_token } },
    })
  }
  return granted.access_token
}
