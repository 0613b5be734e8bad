import Stack from '@mui/material/Stack'
import { mostPrintedRows } from '@signet/rules/reports'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { auditReportLink } from '../../../pickers/reports/audit-report-link.ts'
import { useFilterWords, useReportWords } from '../../../pickers/reports/report-words.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ReportActions } from './ReportActions.tsx'
import { StateTag } from './StateTag.tsx'
import { type Report, reportQuery } from './saved-reports.queries.ts'

interface PartProps {
  readonly report: Report
}

/** Why there is less than was asked for, or nothing yet. */
const Notices = ({ report: { reason, truncated, rows, state } }: PartProps) => {
  const text = useText('dashboard')
  const words = useReportWords()
  const isPartly = truncated && rows !== null
  return (
    <Stack spacing={1} sx={{ '&:not(:empty)': { mb: 2 } }}>
      {reason !== null && (
        <Notice severity={state === 'FAILED' ? 'error' : 'warning'}>{words.reason(reason)}</Notice>
      )}
      {isPartly && (
        <Notice severity="warning">{text('dashboard:reports.truncated', { count: rows })}</Notice>
      )}
      {rows !== null && rows > mostPrintedRows && (
        <Notice severity="info">
          {text('dashboard:reports.printed', { most: mostPrintedRows })}
        </Notice>
      )}
    </Stack>
  )
}

const Task = ({ report: { scheduledTaskId } }: PartProps) => {
  const text = useText('dashboard')
  const may = useMay()
  if (scheduledTaskId === null) return null
  const label = text('dashboard:reports.aTask')
  if (!may(['SCHEDULEDTASKS', 'VIEW'])) return label
  return <Link to={`/scheduledTasks/${scheduledTaskId}`}>{label}</Link>
}

const useFacts = (report: Report) => {
  const text = useText('dashboard')
  const words = useReportWords()
  const filterWords = useFilterWords()
  const { date, number } = useFormats()
  const { definition, from, until, rows, scheduledTaskId } = report
  const fact = (key: 'columns' | 'filter' | 'kept' | 'made' | 'range' | 'rows' | 'startedBy') =>
    text(`dashboard:reports.facts.${key}`)
  const columns = definition.columns.map(words.column).join(', ')
  return [
    { label: text('dashboard:reports.fields.kind'), value: words.kind(definition.kind) },
    { label: text('dashboard:reports.fields.period'), value: words.period(definition.period) },
    ...(from === null || until === null
      ? []
      : [{ label: fact('range'), value: `${date(from)} – ${date(until)}` }]),
    { label: fact('filter'), value: filterWords(definition.filter).join(' · ') },
    { label: fact('columns'), value: columns || text('dashboard:reports.all') },
    { label: fact('rows'), value: rows === null ? null : number(rows) },
    { label: fact('startedBy'), value: report.startedBy },
    ...(scheduledTaskId === null
      ? []
      : [{ label: text('dashboard:reports.facts.task'), value: <Task report={report} /> }]),
    { label: fact('made'), value: date(report.endedAt) },
    { label: fact('kept'), value: date(report.expiresAt) },
  ]
}

/** From a report of events to the events themselves. */
const ToEvents = ({ report }: PartProps) => {
  const text = useText('dashboard')
  const { definition } = report
  if (definition.kind !== 'AUDIT_EVENTS') return null
  return (
    <Button to={auditReportLink(definition.filter, report)}>
      {text('dashboard:reports.actions.events')}
    </Button>
  )
}

const Loaded = ({ report }: PartProps) => {
  const text = useText('dashboard')
  return (
    <DetailsPage
      title={report.name}
      tag={<StateTag state={report.state} />}
      actions={<ReportActions report={report} />}
    >
      <Notices report={report} />
      <Section
        title={text('dashboard:reports.sections.report')}
        actions={<ToEvents report={report} />}
      >
        <Facts facts={useFacts(report)} />
      </Section>
    </DetailsPage>
  )
}

/** One saved report: what it tells, how it stands, its files. */
const SavedReportPage = () => {
  const { id = '' } = useParams()
  return (
    <QueryView query={useQuery(reportQuery(id))} isPage>
      {(report) => <Loaded report={report} />}
    </QueryView>
  )
}

export default SavedReportPage
