import type { EmailServerTest } from '@signet/contract/settings/emailserver'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { mailServerOf } from '../../../platform/mail/smtp.ts'
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
import { noteTaken, putTest } from './email-tests.repository.ts'
import { serverBy, subject, testCodeOf } from './email-tests.service.ts'
import { mailServerBy } from './mail-server.ts'

type Report = z.input<typeof EmailServerTest>
type Settings = Awaited<ReturnType<typeof readers.emailServer>>

interface Connection {
  readonly security: MailServer['security']
  readonly proof: 'NONE' | 'PASSWORD' | 'TOKEN'
}

const securities = { IMPLICIT: 'implicit', STARTTLS: 'starttls', NONE: 'none' } as const
const proofs = { NONE: 'NONE', PASSWORD: 'PASSWORD', OAUTH: 'TOKEN' } as const

/** The connection that the mail takes; null where the outbox keeps it. */
const connectionOf = ({ platform }: Context, settings: Settings): Connection | null => {
  if (settings.enabled) {
    return { security: securities[settings.security], proof: proofs[settings.authentication] }
  }
  const { smtpUrl } = platform.config
  if (smtpUrl === null) return null
  const { security, user } = mailServerOf(smtpUrl)
  return { security, proof: user === null ? 'NONE' : 'PASSWORD' }
}

/** The steps that a connection takes, in its order. */
const stepsOf = (connection: Connection | null): readonly MailStep[] => {
  if (connection === null) return ['MESSAGE']
  const { security, proof } = connection
  const left = new Set<MailStep>(mailSteps)
  if (proof !== 'TOKEN') left.delete('TOKEN')
  if (proof === 'NONE') left.delete('AUTHENTICATE')
  if (security === 'none') left.delete('TLS')
  const steps = mailSteps.filter((step) => left.has(step))
  if (security !== 'implicit') return steps
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

const tryOut = async (
  ctx: Context,
  settings: Settings,
  message: Omit<MailMessage, 'server'>,
): Promise<Ending> => {
  try {
    const server: MailServer | null = await mailServerBy(ctx, settings)
    const { reply } = await ctx.platform.mailer.send({
      ...message,
      ...(server === null ? {} : { server }),
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

interface Test {
  readonly id: string
  readonly asker: Awaited<ReturnType<typeof readAsker>>
}

/** The mail in the asker's language. A template of the tenant's own may lack the link: it is added. */
const composeTest = async (ctx: Context, { id, asker }: Test) => {
  const { locale, first_name, user_id } = asker
  const format = { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' } as const
  const at = new Intl.DateTimeFormat(locale, format).format(ctx.platform.clock.now())
  const code = testCodeOf(ctx, id)
  const confirmUrl = `${new URL(ctx.tenant.publicUrl).origin}/#/settings/email?arrived=${code}`
  const values = { name: first_name ?? user_id, at, address: '', browser: '', code, confirmUrl }
  const mail = await composeMail(ctx, { type: 'mailServerTest', locale, values })
  if (mail.html.includes(code) && mail.text.includes(code)) return mail
  const link = `<p><a href="${confirmUrl}">${confirmUrl}</a></p>`
  return {
    ...mail,
    text: `${mail.text}\n\n${confirmUrl}`,
    html: mail.html.replace(/<\/body>|$/, (end) => link + end),
  }
}

/** @throws email_address_missing, email_server_missing */
export const tryServer = async (ctx: Context): Promise<Report> => {
  const settings = await readers.emailServer(ctx)
  // One reading names the server and sends: settings saved meanwhile count from the next test on.
  const { source, key } = await serverBy(ctx, settings)
  if (source === 'NONE') throw new ApiError('email_server_missing')
  const asker = await readAsker(ctx)
  const { clock, ids } = ctx.platform
  const id = ids.uuid()
  const mail = await composeTest(ctx, { id, asker })
  // Kept before the email leaves: its link may be opened before the server has answered here.
  await putTest(ctx, { id, server_key: key, sent_at: clock.now(), taken: false })
  const ending = await tryOut(ctx, settings, { tenantId: ctx.tenant.id, to: asker.email, ...mail })
  const { failed } = ending
  await ctx.transaction(async (ctx) => {
    if (failed === null) await noteTaken(ctx, id)
    audit(ctx, 'EMAIL_SERVER_TESTED', {
      subject,
      outcome: failed === null ? 'SUCCESS' : 'FAILURE',
      ...(failed === null ? {} : { attributes: { step: failed } }),
    })
  })
  const steps = reportOf(stepsOf(connectionOf(ctx, settings)), ending)
  return { sent: failed === null, recipient: asker.email, steps }
}
