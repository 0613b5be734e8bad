import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type Session, sessionsQuery } from './radius-applications.queries.ts'

const One = ({ session }: { readonly session: Session }) => {
  const text = useText('resource')
  const { date, number } = useFormats()
  const { userName, clientAddress, startedAt, endedAt, inputBytes, outputBytes } = session
  const fact = (key: 'client' | 'started' | 'ended' | 'traffic', value: string) => ({
    label: text(`resource:radius.sessions.${key}`),
    value,
  })
  return (
    <Section title={userName}>
      <Facts
        facts={[
          fact('client', clientAddress),
          fact('started', date(startedAt)),
          fact('ended', endedAt === null ? text('resource:radius.sessions.lasts') : date(endedAt)),
          fact('traffic', `${number(inputBytes)} / ${number(outputBytes)}`),
        ]}
      />
    </Section>
  )
}

/** What the clients of a RADIUS application have accounted for, the newest first. */
export const SessionList = ({ id }: { readonly id: string }) => {
  const text = useText('resource')
  return (
    <QueryView query={useQuery(sessionsQuery(id))}>
      {(sessions) =>
        sessions.length === 0 ? (
          <EmptyState title={text('resource:radius.sessions.empty')}>
            {text('resource:radius.sessions.emptyText')}
          </EmptyState>
        ) : (
          sessions.map((session) => <One key={session.id} session={session} />)
        )
      }
    </QueryView>
  )
}
