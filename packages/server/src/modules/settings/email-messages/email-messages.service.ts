import type { EmailMessagePageRequest } from '@signet/contract/settings/email-messages'
import { isEmailTemplateType } from '@signet/rules/email-templates'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { pageOf, positionOf } from '../../../kit/page.ts'
import { countMessages, listMessages, type StoredMessage } from './email-messages.repository.ts'

/** A mail of a kind that this release does not know any more is not shown. */
const present = ({ type, ...row }: StoredMessage) =>
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
