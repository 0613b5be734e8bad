import type { EmailServerTest } from '@signet/contract/settings/emailserver'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import {
  MailFailed,
  type MailMessage,
  type MailServer,
  type MailStep,
  mailSteps,
  requestMailMillis,
} from '../../../platform/mail.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'
import { composeMail } from '../email-templates/index.ts'
import { settings as readers } from '../families/index.ts'
import { readMailServer } from './mail-server.ts'

type Report = z.input<typeof EmailServerTest>
type Settings = Awaited<ReturnType<typeof readers.emailServer>>

/** The steps that this server's connection takes, in its order. */
const stepsOf = ({ security, authentication }: Settings): readonly MailStep[] => {
  const left = new Set<MailStep>(mailSteps)
  if (authentication !== 'OAUTH') left.delete('TOKEN')
  if (authentication === 'NONE') left.delete('AUTHENTICATE')
  if (security === 'NONE') left.delete('TLS')
  const steps = mailSteps.filter((step) => left.has(step))
  if (security !== 'IMPLICIT') return steps
  const [greeting, tls] = [steps.indexOf('GREETING'), steps.indexOf('TLS')]
  return steps.map((step, at) => (at === greeting ? 'TLS' : at === tls ? 'GREETING' : step))
}

interface Ending {
  /** Where it failed; null when the mail was taken. */
  readonly failed: MailStep | null
  readonly detail: string | null
}

const reportOf = (steps: readonly MailStep[], { failed, detail }: Ending): Report['steps'] => {
  const end = failed === null ? steps.length : steps.indexOf(failed)
  return steps.map((step, at) => {
    if (at === end) return { step, outcome: 'FAILED', detail }
    const last = failed === null && at === steps.length - 1
    return { step, outcome: at < end ? 'DONE' : 'NOT_REACHED', detail: last ? detail : null }
  })
}

const endingOf = (error: unknown): Ending => {
  if (error instanceof OutboundRefused) {
    return { failed: 'RESOLVE', detail: `${error.message} (SIGNET_OUTBOUND_ALLOW)` }
  }
  if (!(error instanceof MailFailed)) throw error
  return { failed: error.step ?? 'MESSAGE', detail: error.reply ?? error.message }
}

const tryOut = async (ctx: Context, message: Omit<MailMessage, 'server'>): Promise<Ending> => {
  try {
    const server: MailServer | null = await readMailServer(ctx)
    if (server === null) throw new ApiError('email_server_missing')
    const { reply } = await ctx.platform.mailer.send({
      ...message,
      server,
      longestMillis: requestMailMillis,
    })
    return { failed: null, detail: reply }
  } catch (error) {
    return endingOf(error)
  }
}

const readAsker = async (ctx: Context) => {
  const row = await ctx.db
    .selectFrom('users')
    .select(['user_id', 'first_name', 'email', 'locale'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', signedInUser(ctx).id)
    .executeTakeFirst()
  if (row === undefined || row.email === null) throw new ApiError('email_address_missing')
  return { ...row, email: row.email, locale: row.locale ?? ctx.tenant.defaultLocale }
}

/** @throws email_address_missing, email_server_missing */
export const tryServer = async (ctx: Context): Promise<Report> => {
  const settings = await readers.emailServer(ctx)
  if (!settings.enabled) throw new ApiError('email_server_missing')
  const { email, first_name, user_id, locale } = await readAsker(ctx)
  const format = { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' } as const
  const at = new Intl.DateTimeFormat(locale, format).format(ctx.platform.clock.now())
  const values = { name: first_name ?? user_id, at, address: '', browser: '' }
  const mail = await composeMail(ctx, { type: 'mailServerTest', locale, values })
  const ending = await tryOut(ctx, { tenantId: ctx.tenant.id, to: email, ...mail })
  const { failed } = ending
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'EMAIL_SERVER_TESTED', {
      subject: { entity: 'SETTINGS', id: 'emailserver', name: 'emailserver' },
      outcome: failed === null ? 'SUCCESS' : 'FAILURE',
      ...(failed === null ? {} : { attributes: { step: failed } }),
    })
  })
  const steps = reportOf(stepsOf(settings), ending)
  return { sent: failed === null, recipient: email, steps }
}
