import { listTextMessages, type TextMessage } from '@signet/contract/authenticators/otps'
import { type EmailMessage, listEmailMessages } from '@signet/contract/settings/email-messages'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMailReply } from '../../../pickers/mail-state/use-mail-reply.ts'
import { MailTag } from '../../../pickers/sent-codes/MailTag.tsx'
import { SentTag, useSentWords } from '../../../pickers/sent-codes/sent-words.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { UserDetail } from './user-types.ts'

type Text = z.output<typeof TextMessage>
type Mail = z.output<typeof EmailMessage>
type Person = Pick<UserDetail, 'id' | 'email'>

const mostShown = 10

/** The last mails that may be about codes; other mails are among them. */
const mailsOf = async (recipient: string | null, signal: AbortSignal): Promise<readonly Mail[]> => {
  if (recipient === null) return []
  const { results } = await call(listEmailMessages, { body: { recipient, limit: 50 }, signal })
  return results.filter(({ type }) => type === 'code')
}

export const sentKeyOf = (userid: string) => ['users', 'part', userid, 'sent'] as const

const useSent = ({ id, email }: Person) =>
  useQuery({
    queryKey: [...sentKeyOf(id), email],
    queryFn: async ({ signal }) => {
      const body = { userId: id, limit: mostShown }
      const [{ results: texts }, mails] = await Promise.all([
        call(listTextMessages, { body, signal }),
        mailsOf(email, signal),
      ])
      return [
        ...texts.map((sent) => ({ way: 'text', sent }) as const),
        ...mails.map((sent) => ({ way: 'mail', sent }) as const),
      ]
        .toSorted((a, b) => Date.parse(b.sent.createdAt) - Date.parse(a.sent.createdAt))
        .slice(0, mostShown)
    },
  }).data

const TextItem = ({ sent }: { readonly sent: Text }) => {
  const text = useText('settings')
  const { date } = useFormats()
  const { replyOf } = useSentWords()
  return (
    <Item
      title={`${text(`settings:codes.deliveries.${sent.deliveryType}`)} · ${sent.hint}`}
      detail={`${date(sent.createdAt)} · ${replyOf(sent)}`}
      tag={<SentTag state={sent.state} />}
    />
  )
}

const MailItem = ({ sent }: { readonly sent: Mail }) => {
  const text = useText('settings')
  const { date } = useFormats()
  const reply = useMailReply()(sent)
  return (
    <Item
      title={`${text('settings:codes.deliveries.EMAIL')} · ${sent.recipient}`}
      detail={[date(sent.updatedAt), reply].filter((part) => part !== null).join(' · ')}
      tag={<MailTag state={sent.state} />}
    />
  )
}

const Sent = ({ user }: { readonly user: Person }) => {
  const text = useText('settings')
  const sent = useSent(user)
  if (sent === undefined) return null
  return (
    <Section title={text('settings:codes.sent.lately')}>
      <ItemList empty={text('settings:codes.sent.none')}>
        {sent.map((each) =>
          each.way === 'text' ? (
            <TextItem key={each.sent.id} sent={each.sent} />
          ) : (
            <MailItem key={each.sent.id} sent={each.sent} />
          ),
        )}
      </ItemList>
    </Section>
  )
}

/** What became of the codes that the user was sent, for who may see the settings' logs. */
export const SentCodesSection = ({ user }: { readonly user: Person }) =>
  useMay()(['SETTINGS', 'VIEW']) ? <Sent user={user} /> : null
