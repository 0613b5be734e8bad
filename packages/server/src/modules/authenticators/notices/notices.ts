import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import type { Context } from '../../../kit/context.ts'

type Values = Readonly<Record<string, string | number>>

/** What people are told by mail about their own account. */
export const noticeKinds = [
  'newDevice',
  'passwordChanged',
  'passwordReset',
  'passwordRequested',
  'recoveryCodeUsed',
  'recoveryCodesCreated',
  'recoveryCodesRemoved',
  'tokenAdded',
  'tokenRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'administratorRecovery',
] as const

export interface Notice {
  readonly kind: (typeof noticeKinds)[number]
  readonly values?: Values
}

export interface Addressee {
  readonly address: string
  readonly name: string
  readonly locale: string
}

/** When, from where and with what browser it happened. */
export interface Circumstances {
  readonly at: Date
  readonly address: string | null
  readonly browser: string | null
}

interface Text {
  readonly kind: Notice['kind'] | 'code'
  readonly values?: Values | undefined
}

/** Subject and text of a mail in the addressee's language. */
export const composed = (
  { tenant }: Context,
  to: Addressee,
  { kind, values, at, address, browser }: Text & Circumstances,
) => {
  const texts = textsOf(to.locale, 'authenticators')
  const format = { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' } as const
  const all = {
    name: to.name,
    company: tenant.companyName,
    url: new URL(tenant.publicUrl).origin,
    address: address ?? '?',
    browser: browser?.slice(0, 120) ?? '?',
    at: new Intl.DateTimeFormat(to.locale, format).format(at),
    ...values,
  }
  const filled = (part: string) =>
    textOf(texts, `mails.${kind}.${part}`, { locale: to.locale, values: all })
  return { subject: filled('subject'), text: filled('text') }
}

interface Code {
  readonly code: string
  readonly minutes: number
}

const sendCode = async (ctx: Context, to: Addressee, values: Code): Promise<void> => {
  const { address, userAgent } = ctx.request
  const now = ctx.platform.clock.now()
  try {
    const facts = {
      kind: 'code',
      values: { ...values },
      at: now,
      address,
      browser: userAgent,
    } as const
    const text = composed(ctx, to, facts)
    await ctx.platform.mailer.send({ tenantId: ctx.tenant.id, to: to.address, ...text })
  } catch (error) {
    ctx.log.warn({ err: error }, 'a code was not mailed')
  }
}

/**
 * Mails a sign-in code at once: whoever waits for it asks for another when it does not come. It is
 * composed after the answer has left, whose time must not tell whether there was anyone to mail.
 */
export const mailCode = (ctx: Context, to: Addressee, code: Code): void => {
  setImmediate(() => void sendCode(ctx, to, code))
}
