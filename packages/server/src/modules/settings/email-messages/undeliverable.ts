import { sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { withActor } from '../../../kit/create-context.ts'
import type { MailFailed } from '../../../platform/mail.ts'

/** Enhanced status codes that say so (RFC 3463): no such mailbox or domain, moved, disabled. */
const unknownCodes = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/
/** Those that say so in words alone: other address, mailbox or protocol status. */
const generalCodes = /^5\.[0125]\.0$/
/** What servers say that give no such code; of Exim, of qmail, and of RFC 5321, section 4.2.3. */
const unknownWords =
  /no such (?:user|mailbox|recipient|address)|(?:user|mailbox|recipient|address) (?:is )?(?:unknown|not found)|unknown (?:user|mailbox|recipient|address|local[ -]part)|does(?: not|n.t) exist|unroute?able address|mailbox (?:is )?(?:unavailable|disabled)|no mailbox here|(?:invalid|not a valid) (?:recipient|mailbox|user)/i
/** What they say of the sender, of relaying, of content and of quotas, with the same words beside it. */
const otherWords =
  /sender|polic(?:y|ies)|spam|virus|malware|\bblock|black ?list|\bban|(?:is|are) listed|\brbl\b|dnsbl|reputation|relay|quota|\bfull\b|limit|too (?:many|large|big)|denied|not (?:permitted|allowed|authori)|authenticat|reverse dns|\bptr\b|\b(?:helo|ehlo|spf|dkim|dmarc)\b|gr[ea]y ?list|temporar|try again|later/i
/** Without addresses and links, which may have any word in them. */
const wordsOf = (reply: string): string =>
  reply
    .replaceAll(/<[^<>]*>/g, ' ')
    .split(/\s/)
    .filter((word) => !word.includes('@') && !/^\W?https?:/i.test(word))
    .join(' ')

const isUnknownByWords = (reply: string): boolean => {
  const text = wordsOf(reply)
  return unknownWords.test(text) && !otherWords.test(text)
}

/** Whether the mail server permanently rejected the address as unknown (RFC 5321, section 4.2). */
export const isUnknownAddress = ({ step, mayRetry, reply }: MailFailed): boolean => {
  if (step !== 'RECIPIENT' || mayRetry || reply === null) return false
  const [, basic = '', enhanced] =
    /^(5\d\d)(?:[ -](\d\.\d{1,3}\.\d{1,3})(?=\s|$))?/.exec(reply) ?? []
  if (enhanced !== undefined && !generalCodes.test(enhanced)) return unknownCodes.test(enhanced)
  return ['550', '551', '553'].includes(basic) && isUnknownByWords(reply)
}

/** Made by the database of each address. */
const mailKey = sql.ref<string>('mail_key')

/** The key of an address as `users.mail_key` has it. */
const keyOf = (address: string): string => address.toLowerCase()

/** Marks the address at every user who has it, with an event for each. */
export const markUndeliverable = (
  ctx: Context,
  address: string,
  { reply }: MailFailed,
): Promise<void> =>
  withActor(ctx, { kind: 'system', name: 'job:mail' }).transaction(async (ctx) => {
    const marked = await ctx.db
      .updateTable('users')
      .set({
        email_undeliverable_at: ctx.platform.clock.now(),
        email_undeliverable_reply: reply,
      })
      .where('tenant_id', '=', ctx.tenant.id)
      .where(mailKey, '=', keyOf(address))
      .where('email_undeliverable_at', 'is', null)
      .returning(['id', 'user_id'])
      .execute()
    for (const { id, user_id: name } of marked) {
      audit(ctx, 'EMAIL_UNDELIVERABLE', {
        subject: { entity: 'USERS', id, name },
        outcome: 'FAILURE',
        attributes: { recipient: address, reply },
      })
    }
  })

/** A mail to the address was accepted: it works again. */
export const clearUndeliverable = async (ctx: Context, address: string): Promise<void> => {
  await ctx.db
    .updateTable('users')
    .set({ email_undeliverable_at: null, email_undeliverable_reply: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where(mailKey, '=', keyOf(address))
    .where('email_undeliverable_at', 'is not', null)
    .execute()
}

export const isUndeliverable = async (ctx: Context, address: string): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(mailKey, '=', keyOf(address))
    .where('email_undeliverable_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
