import Box from '@mui/material/Box'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import { outcomeSeverity, useAuditWords } from '../../../pickers/audit-words.ts'
import { Tag } from '../../../ui/Tag.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import type { Event } from './audit-events.queries.ts'

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }

const Cut = ({ children }: { readonly children: string }) => (
  <Box component="span" title={children} sx={cut}>
    {children}
  </Box>
)

/** Who did it: a name, else what kind of actor. */
export const useActorName = () => {
  const text = useText('dashboard')
  const types = ['user', 'application', 'system', 'anonymous'] as const
  return ({ actorName, actorType, actorId }: Event): string => {
    if (actorName !== '') return actorName
    const known = types.find((type) => type === actorType)
    return known === undefined ? actorId : text(`dashboard:audit.actorTypes.${known}`)
  }
}

const Subject = ({ event }: { readonly event: Event }) => {
  const words = useAuditWords()
  const parts = [words.subject(event.entityType), words.nameOf(event)].filter((part) => part !== '')
  return <Cut>{parts.join(': ')}</Cut>
}

const Outcome = ({ event: { outcome } }: { readonly event: Event }) => {
  const words = useAuditWords()
  return <Tag label={words.outcome(outcome)} severity={outcomeSeverity[outcome]} />
}

/** The columns of the report; the time leads to the entry. */
export const useAuditColumns = (): readonly TableColumn<Event>[] => {
  const text = useText('dashboard')
  const words = useAuditWords()
  const timeColumn = useTimeColumn()
  const actorName = useActorName()
  const title = (key: 'time' | 'actor' | 'action' | 'subject' | 'outcome' | 'address') => ({
    key,
    title: text(`dashboard:audit.columns.${key}`),
  })
  return [
    timeColumn(title('time'), ({ eventTime }) => eventTime),
    { ...title('actor'), render: (event) => <Cut>{actorName(event)}</Cut> },
    { ...title('action'), width: 150, render: ({ action }) => <Cut>{words.action(action)}</Cut> },
    { ...title('subject'), render: (event) => <Subject event={event} /> },
    { ...title('outcome'), width: 132, render: (event) => <Outcome event={event} /> },
    { ...title('address'), width: 118, render: ({ address }) => address ?? '–' },
  ]
}
