import { createHmac, timingSafeEqual } from 'node:crypto'
import { emailServerFamily } from '@signet/contract/settings/emailserver'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { MailRoute } from '../../../platform/mail.ts'
import { settings as readers, readSecrets } from '../families/index.ts'
import { findTest, noteArrival } from './email-tests.repository.ts'

export const subject = {
  entity: 'SETTINGS',
  id: emailServerFamily.name,
  name: emailServerFamily.name,
}

type Settings = Awaited<ReturnType<typeof readers.emailServer>>

const keyed = ({ platform, tenant }: Context, text: string): Buffer =>
  createHmac('sha256', platform.secrets.derive(tenant.id, 'email-test')).update(text).digest()

/** What reaches the tenant's own server. Tokens of OAuth are left out: they change by themselves. */
const partsOf = async (ctx: Context, settings: Settings) => {
  const { host, port, security, authentication, user, fromAddress, clientId } = settings
  const { password = null } =
    authentication === 'PASSWORD' ? await readSecrets(ctx, emailServerFamily) : {}
  return [host, port, security, authentication, user, fromAddress, clientId, password]
}

/**
 * The server that email goes through by some settings, and its name for tests: a keyed hash of what
 * reaches it, so that a test counts until something of it changes.
 */
export const serverBy = async (
  ctx: Context,
  settings: Settings,
): Promise<{ readonly source: 'TENANT' | MailRoute; readonly key: Buffer }> => {
  const { config, mailer } = ctx.platform
  const [source, parts] = settings.enabled
    ? (['TENANT', await partsOf(ctx, settings)] as const)
    : ([mailer.route, [config.smtpUrl, config.mailFrom]] as const)
  return { source, key: keyed(ctx, JSON.stringify([source, ...parts])) }
}

/** The server that email goes through now. */
export const currentServer = async (ctx: Context) => serverBy(ctx, await readers.emailServer(ctx))

/** The code that a test email holds: made again from the test's id, so that it is stored nowhere. */
export const testCodeOf = (ctx: Context, id: string): string =>
  String(keyed(ctx, `code ${id}`).readUInt32BE() % 1_000_000).padStart(6, '0')

/** The last test through the current server; null without one. */
export const lastTest = async (ctx: Context) => {
  const { source, key } = await currentServer(ctx)
  return { source, test: (await findTest(ctx, key)) ?? null }
}

/** @throws email_test_code_invalid */
export const confirmArrival = async (ctx: Context, code: string): Promise<void> => {
  const { test } = await lastTest(ctx)
  const isRight =
    test !== null && timingSafeEqual(Buffer.from(code), Buffer.from(testCodeOf(ctx, test.id)))
  if (!isRight) throw new ApiError('email_test_code_invalid')
  await ctx.transaction(async (ctx) => {
    if (!(await noteArrival(ctx, test.id))) throw new ApiError('email_test_code_invalid')
    audit(ctx, 'EMAIL_SERVER_TEST_CONFIRMED', { subject })
  })
}
