import Box from '@mui/material/Box'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { optionsOf } from '../../../kit/fields.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { call } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { outcomeSeverity, useAuditWords } from '../../../pickers/audit-words.ts'
import { reportLink } from '../../../pickers/report-link.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { UserDetail } from './user-types.ts'

const shown = 25
const sides = ['by', 'about'] as const
type Side = (typeof sides)[number]

const useEvents = (id: string, side: Side) =>
  useQuery({
    queryKey: ['audit', 'user', id, side],
    queryFn: ({ signal }) =>
      call(listAuditEvents, {
        body: { limit: shown, ...(side === 'by' ? { actorId: id } : { entityId: id }) },
        signal,
      }),
  })

interface EventsProps {
  readonly user: UserDetail
  readonly side: Side
}

const Events = ({ user, side }: EventsProps) => {
  const text = useText('members')
  const words = useAuditWords()
  const { date } = useFormats()
  const query = useEvents(user.id, side)
  return (
    <QueryView query={query}>
      {({ results }) => (
        <ItemList empty={text('members:users.activity.none')}>
          {results.map((event) => (
            <Item
              key={event.id}
              title={words.action(event.action)}
              detail={[
                date(event.eventTime),
                side === 'by' ? event.entityName : event.actorName,
                event.address,
              ]
                .filter(Boolean)
                .join(' · ')}
              tag={
                <Tag
                  label={words.outcome(event.outcome)}
                  severity={outcomeSeverity[event.outcome]}
                />
              }
            />
          ))}
        </ItemList>
      )}
    </QueryView>
  )
}

/** The latest of what the user did, or of what was done to them. */
export const ActivityTab = ({ user }: { readonly user: UserDetail }) => {
  const text = useText('members')
  const [side, setSide] = useState<Side>('by')
  const link = reportLink(side === 'by' ? { actor: user.id } : { entity: user.id })
  return (
    <Section
      title={text('members:users.tabs.activity')}
      description={text('members:users.activity.text', { count: shown })}
      actions={<Button to={link}>{text('members:users.activity.all')}</Button>}
    >
      <Box sx={{ maxWidth: 320, mb: 1 }}>
        <SelectInput
          label={text('members:users.activity.show')}
          value={side}
          onChange={(value) => setSide(sides.find((one) => one === value) ?? 'by')}
          options={optionsOf(sides, (value) => text(`members:users.activity.${value}`))}
        />
      </Box>
      <Events user={user} side={side} />
    </Section>
  )
}
