import type { EmailTemplateType } from '@signet/rules/email-templates'
import { defaultLocale, localeOfTag } from '@signet/rules/locales'
import type { Context } from '../../../kit/context.ts'
import {
  type AttachedFile,
  MailFailed,
  type MailMessage,
  type MailSent,
  MailServerMissing,
  requestMailMillis,
} from '../../../platform/mail.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'
import { readMailServer } from '../email-server/index.ts'
import { composeMail } from '../email-templates/index.ts'
import { hasSecret } from './email-links.ts'
import { putMessage, type Reason, type StoredMessage } from './email-messages.repository.ts'
import { keepEmail } from './kept-emails.repository.ts'
import { clearUndeliverable, isUnknownAddress, markUndeliverable } from './undeliverable.ts'

export interface Mail {
  /** A mail that is tried again has the same id. */
  readonly id: string
  readonly type: EmailTemplateType
  readonly to: string
  /** The user it is for; left out for other mailboxes: administrators limited to groups do not see it. */
  readonly userId?: string | null
  readonly locale: string
  readonly values: Readonly<Record<string, string>>
  readonly replyTo?: string | undefined
  readonly files?: readonly AttachedFile[]
  /** Nobody tries this mail again when it fails. */
  readonly isLast: boolean
  /** A request waits for it. */
  readonly isAwaited?: true
  /** When the link in it expires; without it an email with a secret is not kept when it fails. */
  readonly secretUntil?: Date | null
}

type Way = Pick<StoredMessage, 'via' | 'without_server'>

const wayOf = ({ platform }: Context, hasOwn: boolean): Way => {
  if (hasOwn) return { via: 'TENANT', without_server: false }
  const { route } = platform.mailer
  return route === 'NONE'
    ? { via: 'OPERATOR', without_server: true }
    : { via: route, without_server: false }
}

interface Outcome {
  readonly state: StoredMessage['state']
  readonly reply: string | null
  readonly reason: Reason | null
}

const reasonOf = (error: unknown): Reason => {
  if (error instanceof MailServerMissing) return 'NO_SERVER'
  if (error instanceof OutboundRefused) return 'BLOCKED'
  if (!(error instanceof MailFailed)) return 'OTHER'
  return error.mayHaveArrived ? 'UNCONFIRMED' : (error.step ?? 'OTHER')
}

const outcomeOf = (error: unknown, isLast: boolean): Outcome => {
  const reason = reasonOf(error)
  if (!(error instanceof MailFailed)) {
    const reply = error instanceof Error ? error.message.slice(0, 300) : null
    return { state: isLast ? 'FAILED' : 'DELAYED', reply, reason }
  }
  const reply = error.reply ?? error.message
  if (error.mayRetry) return { state: isLast ? 'FAILED' : 'DELAYED', reply, reason }
  return { state: error.step === 'RECIPIENT' ? 'BOUNCED' : 'FAILED', reply, reason }
}

/** Not what a caller waits for, who is told; nor files; nor codes, which are asked for again. */
const mayKeep = (
  { state }: Outcome,
  { isAwaited, files = [], type, secretUntil = null }: Mail,
): boolean => {
  const hasFailed = state === 'FAILED' || state === 'BOUNCED'
  const isTold = isAwaited === true || files.length > 0
  return hasFailed && !isTold && (secretUntil !== null || !hasSecret(type))
}

/** Keeps what has failed permanently, so that an administrator may send it again. */
const keep = async (ctx: Context, mail: Mail): Promise<void> => {
  const { id, type, to, userId = null, locale, values, replyTo, secretUntil = null } = mail
  const content = { type, to, userId, locale, values: { ...values }, replyTo }
  await keepEmail(ctx, { id, secretUntil, ...content })
}

/** Notes what became of a mail. That a note fails does not make a mail go twice. */
const note = async (ctx: Context, mail: Mail, outcome: Outcome & Way): Promise<void> => {
  const { id, type, to, userId = null, locale } = mail
  const now = ctx.platform.clock.now()
  const facts = {
    user_id: userId,
    recipient: to,
    recipient_key: to.toLowerCase(),
    created_at: now,
    updated_at: now,
  }
  const known = localeOfTag(locale) ?? defaultLocale
  try {
    await putMessage(ctx, { id, type, locale: known, ...facts, ...outcome })
    if (mayKeep(outcome, mail)) await keep(ctx, mail)
  } catch (error) {
    ctx.log.warn({ err: error }, 'what became of a mail was not noted')
  }
}

/** Marks the address, or clears its mark, by what the server said. A failure of this fails no mail. */
const noteAddress = async (ctx: Context, { to }: Mail, error: unknown): Promise<void> => {
  const isUnknown = error instanceof MailFailed && isUnknownAddress(error)
  const noting = isUnknown ? markUndeliverable(ctx, to, error) : Promise.resolve()
  await (error === null ? clearUndeliverable(ctx, to) : noting).catch((failure: unknown) =>
    ctx.log.warn({ err: failure }, 'whether an address is known was not noted'),
  )
}

/**
 * Composes a mail in the addressee's language and hands it to the tenant's own server, else to the
 * operator's; what became of it is noted. What failed permanently is kept, sealed, to be sent again.
 * @throws MailFailed, MailServerMissing, OutboundRefused
 */
export const sendMail = async (ctx: Context, mail: Mail): Promise<MailSent> => {
  let hasOwn = false
  try {
    const { type, locale, values, id, to, replyTo, files } = mail
    const composed = await composeMail(ctx, { type, locale, values })
    const server = await readMailServer(ctx).catch((error: unknown) => {
      hasOwn = true
      throw error
    })
    hasOwn = server !== null
    const message: MailMessage = {
      tenantId: ctx.tenant.id,
      id,
      to,
      ...composed,
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(files === undefined ? {} : { files }),
      ...(mail.isAwaited ? { longestMillis: requestMailMillis } : {}),
      ...(server === null ? {} : { server }),
    }
    const sent = await ctx.platform.mailer.send(message)
    await note(ctx, mail, { state: 'SENT', reply: sent.reply, reason: null, ...wayOf(ctx, hasOwn) })
    await noteAddress(ctx, mail, null)
    return sent
  } catch (error) {
    await note(ctx, mail, { ...outcomeOf(error, mail.isLast), ...wayOf(ctx, hasOwn) })
    await noteAddress(ctx, mail, error)
    throw error
  }
}
