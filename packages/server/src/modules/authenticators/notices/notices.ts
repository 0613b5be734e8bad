import { createHmac } from 'node:crypto'
import { textsOf } from '@signet/phrases/node'
import { messageOf } from '@signet/phrases/texts'
import { oneOf } from '@signet/rules/membership'
import { alertConditions } from '@signet/rules/printer-alerts'
import { isProviderAct } from '@signet/rules/provider-acts'
import type { Context } from '../../../kit/context.ts'
import { withActor } from '../../../kit/create-context.ts'
import { type Mail, sendMail } from '../../settings/email-messages/index.ts'
import { mailText } from '../../settings/email-templates/index.ts'

type Values = Readonly<Record<string, string | number>>

/** What people are told by mail about their own account. */
export const noticeKinds = [
  'mailChanged',
  'newDevice',
  'machineCopied',
  'pushConcern',
  'pushesPaused',
  'signInAsked',
  'passwordChanged',
  'passwordReset',
  'passwordRequested',
  'recoveryCodeUsed',
  'recoveryCodesCreated',
  'recoveryCodesRemoved',
  'temporaryCodeCreated',
  'questionsChanged',
  'tokenActivation',
  'tokenAdded',
  'tokenRemoved',
  'hardwareTokenAssigned',
  'hardwareTokenActivated',
  'hardwareTokenRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'identityLinked',
  'identityUnlinked',
  'gridAdded',
  'gridRetired',
  'gridCard',
  'administratorRecovery',
  'administratorInvited',
  'invitation',
  'invitationLinkCreated',
  'webhookSwitchedOff',
  'taskFailed',
  'printerAlert',
  'printerRecovered',
  'administration',
  'signUp',
  'signUpKnown',
  'magicLink',
] as const

/** Mails that their addressee asked for. */
const askedFor: ReadonlySet<(typeof noticeKinds)[number]> = new Set([
  'signUp',
  'signUpKnown',
  'magicLink',
  'tokenActivation',
  'passwordRequested',
  'administratorRecovery',
  'administratorInvited',
  'invitation',
])

export const isAskedFor = (kind: Notice['kind']): boolean => askedFor.has(kind)

export interface Notice {
  readonly kind: (typeof noticeKinds)[number]
  readonly values?: Values
}

export interface Addressee {
  /** Null or empty for a mailbox that is not a user's. */
  readonly userId: string | null
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

interface Told {
  readonly kind: Notice['kind'] | Waited['mail']
  readonly values?: Values | undefined
}

/** A number said in words of the language: `5 minutes`, `None is left.` */
const said = (locale: string, name: 'remaining' | 'validity', count: number | string) => ({
  [name]: mailText(locale, `values.${name}`, { count }),
})

/** Acts for which the mail has a sentence of its own. */
const hasSentence = oneOf([
  'TENANT_DELETION_REQUESTED',
  'TENANT_DELETION_CANCELED',
  'TENANT_EXPORTED',
])

/** An act of the provider, or a stop of what it rolls out, as the audit log calls it; undefined for others. */
const actOf = (locale: string, action: string): string | undefined =>
  (isProviderAct(action) && !hasSentence(action)) || action === 'SETTINGS_ROLLOUT_STOPPED'
    ? messageOf(textsOf(locale, 'userPortal'), `actions.${action}`)
    : undefined

/** What was changed, and of what kind, in words of the language. */
const changeOf = (
  locale: string,
  { action = '', subject = '', until }: Partial<Record<string, string | number | undefined>>,
) => {
  const act = actOf(locale, String(action))
  const change = mailText(locale, 'values.change', {
    action,
    subject,
    until: timeOf(locale, until),
  })
  return { change: act === undefined ? change : `${act}: ${subject}` }
}

/** Printers by what they are told of, a line each. */
const printersOf = (locale: string, values: Values): Readonly<Record<string, string>> => {
  const told = alertConditions.filter((condition) => values[condition] !== undefined)
  const lines = told.map((condition) =>
    mailText(locale, 'values.printers', { condition, printers: values[condition] ?? '' }),
  )
  return told.length === 0 ? {} : { printers: lines.join('\n') }
}

const timeIn = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  })

const timeOf = (locale: string, at: number | string | undefined): string =>
  at === undefined ? '' : timeIn(locale).format(new Date(at))

/** The values of a notice as its templates name them; a reason comes as a code, `until` as a time. */
const valuesOf = (
  locale: string,
  { left, minutes, action, subject, reason, isAutomatic, until, ...rest }: Values,
) => ({
  ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
  ...printersOf(locale, rest),
  ...(isAutomatic === undefined ? {} : { actor: mailText(locale, 'values.automatic', {}) }),
  ...(left === undefined ? {} : said(locale, 'remaining', left)),
  ...(action === undefined ? {} : changeOf(locale, { action, subject, until })),
  ...(reason === undefined ? {} : { reason: mailText(locale, 'values.reason', { reason }) }),
  ...(minutes === undefined ? {} : said(locale, 'validity', minutes)),
  ...(until === undefined ? {} : { until: timeOf(locale, until) }),
})

/** The mail that tells it, in the addressee's language. */
export const mailOf = (
  to: Addressee,
  { kind, values = {}, at, address, browser }: Told & Circumstances,
): Pick<Mail, 'type' | 'to' | 'userId' | 'locale' | 'values'> => ({
  type: kind,
  to: to.address,
  userId: to.userId || null,
  locale: to.locale,
  values: {
    name: to.name,
    address: address ?? '?',
    browser: browser?.slice(0, 120) ?? '?',
    at: timeIn(to.locale).format(at),
    ...valuesOf(to.locale, values),
  },
})

interface Waited {
  readonly mail: 'code' | 'contactCode' | 'magicLink'
  readonly values: Values
}

const sendNow = async (
  ctx: Context,
  to: Addressee,
  { mail: kind, values }: Waited,
): Promise<void> => {
  const { address, userAgent } = ctx.request
  const now = ctx.platform.clock.now()
  try {
    const facts = {
      kind,
      values,
      at: now,
      address,
      browser: userAgent,
    } as const
    await sendMail(withActor(ctx, ctx.actor), {
      ...mailOf(to, facts),
      id: ctx.platform.ids.uuid(),
      isLast: true,
    })
  } catch (error) {
    ctx.log.warn({ err: error }, 'a code or link was not mailed')
  }
}

/**
 * Mails a sign-in code or link at once: whoever waits for it asks for another when it does not come.
 * It is composed after the answer has left, whose time must not tell whether there was anyone to mail.
 */
export const mailNow = (ctx: Context, to: Addressee, waited: Waited): void => {
  setImmediate(() => void sendNow(ctx, to, waited))
}

interface Code {
  readonly mail: 'code' | 'contactCode'
  readonly code: string
  readonly minutes: number
}

export const mailCode = (ctx: Context, to: Addressee, { mail, ...values }: Code): void =>
  mailNow(ctx, to, { mail, values })

/** Whose mailbox is counted: several users may share an address. */
export const mailboxKey = (ctx: Context, mailbox: string): string =>
  createHmac('sha256', ctx.platform.secrets.derive(ctx.tenant.id, 'mail-recipient'))
    .update(mailbox)
    .digest('base64url')
