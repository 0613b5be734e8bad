import { type AuditEvent, listAuditEvents } from '@signet/contract/operations/audit-events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { QueryView } from '../../../kit/QueryView.tsx'
import { call } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { outcomeSeverity, useAuditWords } from '../../../pickers/audit-words.ts'
import { useRejectionWords } from '../../../pickers/rejection-words.ts'
import { reportLink } from '../../../pickers/report-link.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { Application } from './application-types.ts'

const shown = 50
const days = 7
const dayMillis = 86_400_000

const actions = ['REQUEST_REJECTED', 'APPLICATION_AUTHENTICATION_ALARM']

const useRejections = (clientId: string) => {
  const [from] = useState(() => new Date(Date.now() - days * dayMillis).toISOString())
  return useQuery({
    queryKey: ['audit', 'application', clientId],
    queryFn: ({ signal }) =>
      call(listAuditEvents, { body: { limit: shown, entityId: clientId, actions, from }, signal }),
  })
}

const Values = z.record(z.string(), z.union([z.string(), z.array(z.string())])).catch({})

/** What the audit log keeps of a rejected request. */
const Rejection = z.object({
  reason: z.string().catch(''),
  text: z.string().catch(''),
  detail: z.string().optional().catch(undefined),
  count: z.number().optional().catch(undefined),
  asked: Values.optional(),
  registered: Values.optional(),
})

const linesOf = (values: z.output<typeof Values> = {}): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${[value].flat().join(', ')}`)
    .join(' · ')

interface RejectedProps {
  readonly event: z.output<typeof AuditEvent>
}

const Rejected = ({ event }: RejectedProps) => {
  const text = useText('resource')
  const words = useAuditWords()
  const { date } = useFormats()
  const reasonWords = useRejectionWords()
  const { reason, text: kept, detail, count, ...rest } = Rejection.parse(event.attributes ?? {})
  const { asked, registered } = rest
  const title = reasonWords(reason) ?? (kept || words.action(event.action))
  const [sent, stored] = [linesOf(asked), linesOf(registered)]
  const facts = [
    date(event.eventTime),
    event.address,
    count === undefined ? '' : text('resource:applications.signIns.count', { count }),
    detail,
    sent === '' ? '' : text('resource:applications.signIns.sent', { values: sent }),
    stored === '' ? '' : text('resource:applications.signIns.registered', { values: stored }),
  ]
  return (
    <Item
      title={title}
      detail={facts.filter(Boolean).join(' · ')}
      tag={<Tag label={words.outcome(event.outcome)} severity={outcomeSeverity[event.outcome]} />}
    />
  )
}

/** Requests of the application that were rejected in the last days, and why. */
export const SignInsTab = ({ application }: { readonly application: Application }) => {
  const text = useText('resource')
  const query = useRejections(application.clientId)
  return (
    <Section
      title={text('resource:applications.tabs.signIns')}
      description={text('resource:applications.signIns.text', { days })}
      actions={
        <Button to={reportLink({ entity: application.clientId })}>
          {text('resource:applications.signIns.all')}
        </Button>
      }
    >
      <QueryView query={query}>
        {({ results }) => (
          <ItemList empty={text('resource:applications.signIns.none', { days })}>
            {results.map((event) => (
              <Rejected key={event.id} event={event} />
            ))}
          </ItemList>
        )}
      </QueryView>
    </Section>
  )
}
