import {
  EmailFailure,
  type EmailMessagePageRequest,
  type EmailRepeat,
} from '@signet/contract/settings/email-messages'
import { type EmailTemplateType, isEmailTemplateType } from '@signet/rules/email-templates'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { pageOf, positionOf } from '../../../kit/page.ts'
import { hasSecret } from './email-links.ts'
import {
  countMessages,
  type ListedMessage,
  listMessages,
  type Reason,
} from './email-messages.repository.ts'

type Repeat = z.input<typeof EmailRepeat>

/** Whether it can be sent again; null for an email that did not fail. */
const repeatOf = (
  { state, kept }: Pick<ListedMessage, 'state' | 'kept'>,
  type: EmailTemplateType,
): Repeat | null => {
  if (state !== 'BOUNCED' && state !== 'FAILED') return null
  if (kept) return 'POSSIBLE'
  return hasSecret(type) ? 'SECRET_ENDED' : 'NOT_KEPT'
}

const reasons: ReadonlySet<string> = new Set(EmailFailure.options)
const isReason = (reason: string): reason is Reason => reasons.has(reason)

/** A mail of a kind that this release does not know any more is not shown. */
const present = ({ type, ...row }: ListedMessage) =>
  isEmailTemplateType(type)
    ? [
        {
          id: row.id,
          type,
          locale: row.locale,
          recipient: row.recipient,
          state: row.state,
          tries: row.tries,
          reply: row.reply,
          reason: row.reason !== null && isReason(row.reason) ? row.reason : null,
          sendAgain: repeatOf(row, type),
          via: row.without_server ? ('NONE' as const) : row.via,
          createdAt: row.created_at,
          updatedAt: row.updated_at,
        },
      ]
    : []

export const list = async (
  ctx: Context,
  { limit, cursor, ...filter }: z.output<typeof EmailMessagePageRequest>,
) => {
  const name = `mails ${JSON.stringify(filter)}`
  const position = positionOf(ctx, name, cursor)
  const [rows, total] = await Promise.all([
    listMessages(ctx, filter, { limit, position }),
    countMessages(ctx, filter),
  ])
  const page = pageOf(ctx, {
    list: name,
    limit,
    position,
    rows,
    edge: ({ created_at, id }) => [created_at.toISOString(), id],
    total,
  })
  return { ...page, results: page.results.flatMap(present) }
}
