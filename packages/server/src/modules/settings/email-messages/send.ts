import type { EmailTemplateType } from '@signet/rules/email-templates'
import { defaultLocale, localeOfTag } from '@signet/rules/locales'
import type { Context } from '../../../kit/context.ts'
import {
  type AttachedFile,
  MailFailed,
  type MailMessage,
  type MailSent,
  requestMailMillis,
} from '../../../platform/mail.ts'
import { readMailServer } from '../email-server/index.ts'
import { composeMail } from '../email-templates/index.ts'
import { putMessage, type StoredMessage } from './email-messages.repository.ts'
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
  readonly replyTo?: string
  readonly files?: readonly AttachedFile[]
  /** Nobody tries this mail again when it fails. */
  readonly isLast: boolean
  /** A request waits for it. */
  readonly isAwaited?: true
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
}

const outcomeOf = (error: unknown, isLast: boolean): Outcome => {
  if (!(error instanceof MailFailed)) {
    const reply = error instanceof Error ? error.message.slice(0, 300) : null
    return { state: isLast ? 'FAILED' : 'DELAYED', reply }
  }
  const reply = error.reply ?? error.message
  if (!error.mayRetry) return { state: error.step === 'RECIPIENT' ? 'BOUNCED' : 'FAILED', reply }
  return { state: isLast ? 'FAILED' : 'DELAYED', reply }
}

/** Notes what became of a mail. That a note fails does not make a mail go twice. */
const note = async (
  ctx: Context,
  { id, type, to, userId = null, locale }: Mail,
  outcome: Outcome & Way,
): Promise<void> => {
  const now = ctx.platform.clock.now()
  const facts = {
    user_id: userId,
    recipient: to,
    recipient_key: to.toLowerCase(),
    created_at: now,
    updated_at: now,
  }
  const known = localeOfTag(locale) ?? defaultLocale
  await putMessage(ctx, { id, type, locale: known, ...facts, ...outcome }).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'what became of a mail was not noted'),
  )
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
 * operator's; what became of it is noted, without a word of it.
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
    await note(ctx, mail, { state: 'SENT', reply: sent.reply, ...wayOf(ctx, hasOwn) })
    await noteAddress(ctx, mail, null)
    return sent
  } catch (error) {
    await note(ctx, mail, { ...outcomeOf(error, mail.isLast), ...wayOf(ctx, hasOwn) })
    await noteAddress(ctx, mail, error)
    throw error
  }
}
