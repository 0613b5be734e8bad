import Inventory from '@mui/icons-material/Inventory2Outlined'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import type { Severity } from '@signet/rules/severity'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { idsOf } from '../../../pickers/list-export/list-exports.ts'
import { useMonthName } from '../../../pickers/use-month-name.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { type Archive, archivesQuery, useCreateArchive, useReading } from './archives.queries.ts'
import { DownloadDialog } from './DownloadDialog.tsx'

const states = ['PENDING', 'RUNNING', 'READY', 'FAILED'] as const
const severities: Readonly<Record<Archive['state'], Severity>> = {
  PENDING: 'INFO',
  RUNNING: 'INFO',
  READY: 'OK',
  FAILED: 'ERROR',
}
const shownDigits = 12

const State = ({ state, progressPercent }: Archive) => {
  const text = useText('dashboard')
  const label = text(`dashboard:archives.states.${state}`)
  if (state !== 'RUNNING') return <Tag label={label} severity={severities[state]} />
  return (
    <Stack sx={{ width: 120, gap: 0.5 }} role="status">
      <span>{text('dashboard:archives.written', { percent: progressPercent })}</span>
      <LinearProgress variant="determinate" value={progressPercent} aria-label={label} />
    </Stack>
  )
}

const Digest = ({ sha256 }: Archive) =>
  sha256 === null ? '–' : <code title={sha256}>{sha256.slice(0, shownDigits)}…</code>

const Reading = ({ id, reading }: Archive) => {
  const text = useText('dashboard')
  const { date } = useFormats()
  if (reading === null) return '–'
  const { state, events: count, expiresAt } = reading
  if (state === 'LOADING') {
    return <span role="status">{text('dashboard:archives.readSoFar', { count })}</span>
  }
  if (state === 'FAILED') {
    return <Tag label={text('dashboard:archives.readingFailed')} severity="ERROR" />
  }
  return (
    <Link to={`/reports/archives/${id}`}>
      {text('dashboard:archives.openUntil', { date: date(expiresAt) })}
    </Link>
  )
}

const useColumns = (): readonly TableColumn<Archive>[] => {
  const text = useText('dashboard')
  const nameOf = useMonthName()
  const { number, fileSize } = useFormats()
  const timeColumn = useTimeColumn()
  const column = (
    key: 'month' | 'state' | 'events' | 'size' | 'digest' | 'completed' | 'reading',
  ) => ({
    key,
    title: text(`dashboard:archives.columns.${key}`),
  })
  const ifReady = (row: Archive, shown: () => string) => (row.state === 'READY' ? shown() : '–')
  return [
    { ...column('month'), isSortable: true, minWidth: 140, render: ({ month }) => nameOf(month) },
    { ...column('state'), width: 160, render: State },
    { ...column('reading'), width: 260, render: (row) => <Reading {...row} /> },
    {
      ...column('events'),
      width: 110,
      render: (row) => ifReady(row, () => number(row.events)),
    },
    { ...column('size'), width: 110, render: (row) => ifReady(row, () => fileSize(row.bytes)) },
    { ...column('digest'), width: 160, render: Digest },
    timeColumn(column('completed'), ({ completedAt }) => completedAt),
  ]
}

const useRowActions = (download: (archive: Archive) => void) => {
  const text = useText('dashboard')
  const may = useMay()
  const create = useCreateArchive()
  const { mutate: read } = useReading()
  const navigate = useNavigate()
  const readingActions = ({ id, reading }: Archive) => {
    const open = {
      label: text('dashboard:archives.open'),
      onSelect: () => read({ id, isOpen: true }),
    }
    if (reading === null || reading.state === 'FAILED') return [open]
    const close = {
      label: text('dashboard:archives.close'),
      onSelect: () => read({ id, isOpen: false }),
    }
    const search = {
      label: text('dashboard:archives.entries'),
      onSelect: () => void navigate(`/reports/archives/${id}`),
    }
    return reading.state === 'OPEN' ? [search, close] : [close]
  }
  return (archive: Archive) => [
    ...(archive.state === 'READY'
      ? [
          { label: text('dashboard:archives.download'), onSelect: () => download(archive) },
          ...readingActions(archive),
        ]
      : []),
    ...(archive.state === 'FAILED' && may(['ARCHIVES', 'ADD'])
      ? [{ label: text('dashboard:archives.again'), onSelect: () => create.mutate(archive.month) }]
      : []),
  ]
}

const useFilter = () => {
  const text = useText('dashboard')
  return {
    key: 'state',
    label: text('dashboard:archives.columns.state'),
    options: states.map((value) => ({ value, label: text(`dashboard:archives.states.${value}`) })),
  }
}

const tools = exportTool({
  list: 'archives',
  ids: idsOf(archivesQuery),
  fields: {
    month: ['month'],
    state: ['state'],
    events: ['events'],
    size: ['bytes'],
    digest: ['sha256'],
    completed: ['completedAt'],
  },
})

/** Months of the audit log that stand as files. */
const ArchivesPage = () => {
  const text = useText('dashboard')
  const may = useMay()
  const nameOf = useMonthName()
  const [isAsking, setIsAsking] = useState(false)
  const [downloading, setDownloading] = useState<Archive | null>(null)
  const add = may(['ARCHIVES', 'ADD']) && (
    <Button kind="primary" icon={<Inventory />} onClick={() => setIsAsking(true)}>
      {text('dashboard:archives.create')}
    </Button>
  )
  return (
    <>
      <ListPage<Archive>
        title={text('common:pages.archives')}
        query={archivesQuery}
        columns={useColumns()}
        filters={[useFilter()]}
        searchLabel={text('dashboard:archives.search')}
        sort={{ key: 'month', isDescending: true }}
        rowId={rowId}
        rowName={({ month }) => nameOf(month)}
        rowActions={useRowActions(setDownloading)}
        actions={add}
        views="archives"
        tools={tools}
        empty={{
          title: text('dashboard:archives.empty'),
          text: text('dashboard:archives.emptyText'),
          actions: add,
        }}
      />
      {isAsking && <ArchiveDialog onClose={() => setIsAsking(false)} />}
      {downloading !== null && (
        <DownloadDialog archive={downloading} onClose={() => setDownloading(null)} />
      )}
    </>
  )
}

export default ArchivesPage
