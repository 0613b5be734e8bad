import Tune from '@mui/icons-material/TuneOutlined'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useListState } from '../../../kit/list-state.ts'
import type { ListDefinition } from '../../../kit/list-types.ts'
import { rowId } from '../../../kit/named-rows.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useCountryName } from '../../../pickers/country-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import type { Event } from './audit-events.queries.ts'
import { EventDrawer } from './EventDrawer.tsx'
import { FilterDialog } from './FilterDialog.tsx'
import { type NameOf, useReportFilters } from './use-report-filters.ts'

const eventParameter = 'event'

/** What an id in a filter is called, as far as the entries at hand tell. */
const useNames = (events: readonly Event[]): NameOf => {
  const { date } = useFormats()
  const countryName = useCountryName()
  return (filter, value) => {
    if (filter === 'until') return date(value)
    if (filter === 'country') return countryName(value)
    if (filter === 'actor')
      return events.find(({ actorId }) => actorId === value)?.actorName || value
    if (filter === 'entity')
      return events.find(({ entityId }) => entityId === value)?.entityName || value
    return value
  }
}

/** The entry that the address opens, and the way back to the list alone. */
const useOpenedEvent = () => {
  const [parameters, setParameters] = useSearchParams()
  const opened = parameters.get(eventParameter)
  const linkOf = ({ id }: Event): string => {
    const next = new URLSearchParams(parameters)
    next.set(eventParameter, id)
    return `?${next}`
  }
  const close = (): void =>
    setParameters((before) => {
      const next = new URLSearchParams(before)
      next.delete(eventParameter)
      return next
    })
  return { opened, linkOf, close }
}

type Definition = ListDefinition<Event>

interface EventListProps
  extends Pick<Definition, 'title' | 'isPart' | 'query' | 'views' | 'tools' | 'actions' | 'empty'> {
  /** Its address, which the ways from one entry to others lead back to. */
  readonly report: string
}

/** Entries with their filters and what is known of each, the newest first. */
export const EventList = ({ report, actions, ...list }: EventListProps) => {
  const text = useText('dashboard')
  const { request } = useListState(null)
  const events = useQuery(list.query(request)).data?.results ?? []
  const { opened, linkOf, close } = useOpenedEvent()
  const [isFiltering, setIsFiltering] = useState(false)
  const columns = useAuditColumns()
  const filters = useReportFilters(useNames(events))
  return (
    <>
      <ListPage<Event>
        {...list}
        columns={columns}
        filters={filters}
        searchLabel={text('dashboard:audit.search')}
        rowId={rowId}
        rowName={({ action }) => action}
        rowLink={linkOf}
        actions={
          <>
            <Button icon={<Tune />} onClick={() => setIsFiltering(true)}>
              {text('dashboard:audit.filters.more')}
            </Button>
            {actions}
          </>
        }
      />
      <EventDrawer
        isOpen={opened !== null}
        event={events.find(({ id }) => id === opened) ?? null}
        report={report}
        onClose={close}
      />
      {isFiltering && <FilterDialog onClose={() => setIsFiltering(false)} />}
    </>
  )
}
