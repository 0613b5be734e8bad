import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import type { Context } from '../../../kit/context.ts'

/** What people are told by mail about their own account. */
export type Notice =
  | { readonly kind: 'code'; readonly values: { readonly code: string; readonly minutes: number } }
  | {
      readonly kind:
        | 'newDevice'
        | 'passwordChanged'
        | 'passwordReset'
        | 'passwordRequested'
        | 'recoveryCodeUsed'
        | 'recoveryCodesCreated'
        | 'recoveryCodesRemoved'
        | 'tokenAdded'
        | 'tokenRemoved'
        | 'passkeyAdded'
        | 'passkeyRemoved'
      readonly values?: Readonly<Record<string, string | number>>
    }

export interface Addressee {
  readonly address: string
  readonly name: string
  readonly locale: string
}

const composed = (ctx: Context, to: Addressee, notice: Notice) => {
  const texts = textsOf(to.locale, 'authenticators')
  const at = new Intl.DateTimeFormat(to.locale, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(ctx.platform.clock.now())
  const values = {
    name: to.name,
    company: ctx.tenant.companyName,
    url: new URL(ctx.tenant.publicUrl).origin,
    address: ctx.request.address ?? '?',
    browser: ctx.request.userAgent?.slice(0, 120) ?? '?',
    at,
    ...notice.values,
  }
  const filled = (part: string) =>
    textOf(texts, `mails.${notice.kind}.${part}`, { locale: to.locale, values })
  return { subject: filled('subject'), text: filled('text') }
}

const send = async (ctx: Context, to: Addressee, notice: Notice): Promise<void> => {
  try {
    const message = { tenantId: ctx.tenant.id, to: to.address, ...composed(ctx, to, notice) }
    await ctx.platform.mailer.send(message)
  } catch (error) {
    ctx.log.warn({ err: error, kind: notice.kind }, 'a notice was not mailed')
  }
}

/**
 * Mails a notice, once what it tells of has been committed; a failure is logged, not thrown. It is
 * composed after the answer has left, whose time must not tell whether there was anyone to mail.
 */
export const notify = (ctx: Context, to: Addressee, notice: Notice): void => {
  setImmediate(() => void send(ctx, to, notice))
}

/** Mails a notice to a user, if they have an address. Call it after the commit. */
export const notifyUser = async (ctx: Context, userId: string, notice: Notice): Promise<void> => {
  try {
    const user = await ctx.db
      .selectFrom('users')
      .select(['email', 'user_id', 'first_name', 'locale'])
      .where('tenant_id', '=', ctx.tenant.id)
      .where('id', '=', userId)
      .executeTakeFirst()
    if (user?.email === null || user === undefined) return
    const locale = user.locale ?? ctx.tenant.defaultLocale
    notify(ctx, { address: user.email, name: user.first_name ?? user.user_id, locale }, notice)
  } catch (error) {
    ctx.log.warn({ err: error, kind: notice.kind }, 'a notice was not mailed')
  }
}
