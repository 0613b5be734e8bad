import Download from '@mui/icons-material/FileDownloadOutlined'
import Tune from '@mui/icons-material/TuneOutlined'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useListState } from '../../../kit/list-state.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import { auditEventsQuery, type Event } from './audit-events.queries.ts'
import { EventDrawer } from './EventDrawer.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { FilterDialog } from './FilterDialog.tsx'
import { type NameOf, useReportFilters } from './use-report-filters.ts'

const rowId = ({ id }: Event): string => id
const eventParameter = 'event'

/** What an id in a filter is called, as far as the entries at hand tell. */
const useNames = (events: readonly Event[]): NameOf => {
  const { date } = useFormats()
  return (filter, value) => {
    if (filter === 'until') return date(value)
    if (filter === 'actor')
      return events.find(({ actorId }) => actorId === value)?.actorName || value
    if (filter === 'entity')
      return events.find(({ entityId }) => entityId === value)?.entityName || value
    return value
  }
}

interface ActionsProps {
  readonly onFilter: () => void
  readonly onExport: () => void
}

const Actions = ({ onFilter, onExport }: ActionsProps) => {
  const text = useText('dashboard')
  const may = useMay()
  return (
    <>
      <Button icon={<Tune />} onClick={onFilter}>
        {text('dashboard:audit.filters.more')}
      </Button>
      {may(['EXPORTREPORTS', 'VIEW']) && (
        <Button icon={<Download />} onClick={onExport}>
          {text('dashboard:audit.export.action')}
        </Button>
      )}
    </>
  )
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

/** Everything that happened, the newest first. */
const AuditReportPage = () => {
  const text = useText('dashboard')
  const { request } = useListState(null)
  const events = useQuery(auditEventsQuery(request)).data?.results ?? []
  const { opened, linkOf, close } = useOpenedEvent()
  const [dialog, setDialog] = useState<'filter' | 'export' | null>(null)
  const columns = useAuditColumns()
  const filters = useReportFilters(useNames(events))
  return (
    <>
      <ListPage<Event>
        title={text('common:pages.activity')}
        query={auditEventsQuery}
        columns={columns}
        filters={filters}
        searchLabel={text('dashboard:audit.search')}
        rowId={rowId}
        rowName={({ action }) => action}
        rowLink={linkOf}
        actions={
          <Actions onFilter={() => setDialog('filter')} onExport={() => setDialog('export')} />
        }
        empty={{ title: text('dashboard:audit.empty'), text: text('dashboard:audit.emptyText') }}
      />
      <EventDrawer
        isOpen={opened !== null}
        event={events.find(({ id }) => id === opened) ?? null}
        onClose={close}
      />
      {dialog === 'filter' && <FilterDialog onClose={() => setDialog(null)} />}
      {dialog === 'export' && <ExportDialog request={request} onClose={() => setDialog(null)} />}
    </>
  )
}

export default AuditReportPage
