import { listArchives } from '@signet/contract/operations/archives'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMonthName } from '../../../pickers/use-month-name.ts'
import { archivedEventsQuery } from './audit-events.queries.ts'
import { EventList } from './EventList.tsx'

/** The entries of an archive that is open for reading. */
const ArchivedReportPage = () => {
  const text = useText('dashboard')
  const nameOf = useMonthName()
  const { archiveId = '' } = useParams()
  const { data = [] } = useQuery({
    queryKey: ['archives', 'all'],
    queryFn: ({ signal }) => call(listArchives, { signal }),
  })
  const month = data.find(({ id }) => id === archiveId)?.month
  return (
    <EventList
      title={
        month === undefined
          ? text('common:pages.archive')
          : text('dashboard:archives.entriesOf', { month: nameOf(month) })
      }
      report={`/reports/archives/${archiveId}`}
      query={archivedEventsQuery(archiveId)}
      empty={{
        title: text('dashboard:archives.noEntries'),
        text: text('dashboard:archives.noEntriesText'),
      }}
    />
  )
}

export default ArchivedReportPage
