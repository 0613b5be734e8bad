import { emailServerFamily } from '@signet/contract/settings/emailserver'
import type { Context } from '../../../kit/context.ts'
import type { MailServer } from '../../../platform/mail.ts'
import { settings as readers, readSecrets } from '../families/index.ts'
import { accessTokenOf } from './access-token.ts'

type Settings = (typeof emailServerFamily)['defaults']

const securities = { IMPLICIT: 'implicit', STARTTLS: 'starttls', NONE: 'none' } as const

const named = ({ fromName, fromAddress }: Settings): string =>
  fromName === '' ? fromAddress : `${fromName} <${fromAddress}>`

const proofOf = async (ctx: Context, settings: Settings) => {
  if (settings.authentication === 'NONE') return { user: null, password: null }
  const secrets = await readSecrets(ctx, emailServerFamily)
  const { user } = settings
  if (settings.authentication === 'PASSWORD') return { user, password: secrets.password ?? '' }
  const accessToken = await accessTokenOf(ctx, { family: emailServerFamily, settings, secrets })
  return { user, password: null, accessToken }
}

/**
 * The tenant's own mail server as some settings have it, with what opens it; null when mail goes through
 * the operator's.
 * @throws MailFailed when no token is to be had
 */
export const mailServerBy = async (
  ctx: Context,
  settings: Settings,
): Promise<MailServer | null> => {
  if (!settings.enabled) return null
  return {
    host: settings.host,
    port: settings.port,
    security: securities[settings.security],
    ...(await proofOf(ctx, settings)),
    from: named(settings),
    replyTo: settings.replyTo === '' ? null : settings.replyTo,
  }
}

/** As the present settings have it. */
export const readMailServer = async (ctx: Context): Promise<MailServer | null> =>
  mailServerBy(ctx, await readers.emailServer(ctx))
