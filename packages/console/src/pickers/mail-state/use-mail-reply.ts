import type { EmailMessage } from '@signet/contract/settings/email-messages'
import type { z } from 'zod'
import { useText } from '../../lib/i18n.ts'

type Message = Pick<z.output<typeof EmailMessage>, 'via' | 'reply'>

/** What the server said of an email, or why no server was asked; null where there is neither. */
export const useMailReply = () => {
  const text = useText('settings')
  return ({ via, reply }: Message): string | null => {
    if (via === 'OUTBOX') return text('settings:email.log.outbox')
    return via === 'NONE' ? text('settings:email.log.notSent') : reply
  }
}
