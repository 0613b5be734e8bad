import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'

/** RFC 2865, section 5.18. */
const mostOfMessage = 253

/** As much of a text as a message holds, never half a character. */
const cutToMessage = (text: string): string => {
  let rest = text
  while (Buffer.byteLength(rest) > mostOfMessage) rest = [...rest].slice(0, -1).join('')
  return rest
}

/**
 * What somebody reads who has proven who they are and may not get in, in the tenant's language;
 * null for everything else, of which nothing is told.
 */
export const denialText = ({ tenant }: Context, error: unknown): string | null => {
  const decision = error instanceof ApiError ? error.details.parameters?.decision : undefined
  if (decision === undefined) return null
  const locale = tenant.defaultLocale
  const text = textOf(textsOf(locale, 'security'), 'closed.signIn', {
    locale,
    values: { decision },
  })
  return cutToMessage(text)
}
