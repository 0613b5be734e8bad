import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { isPlanned, type RunRow, runPath, runsQuery, useStart } from './isolation.queries.ts'
import { RunStateTag } from './RunStateTag.tsx'
import { ScheduleButton } from './ScheduleButton.tsx'

const rowId = ({ id }: RunRow): string => id
const rowLink = ({ id }: RunRow): string => runPath(id)

type Column = 'requested' | 'state' | 'requestedBy' | 'findings' | 'probes' | 'release'

const useColumns = () => {
  const text = useText('serviceProvider')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  return useMemo(() => {
    const column = (key: Column) => ({
      key,
      title: text(`serviceProvider:isolation.columns.${key}`),
    })
    const count = { width: 120, isNumeric: true } as const
    return [
      timeColumn(column('requested'), (run: RunRow) => (isPlanned(run) ? null : run.requestedAt)),
      { ...column('state'), minWidth: 140, render: (run: RunRow) => <RunStateTag run={run} /> },
      {
        ...column('requestedBy'),
        minWidth: 140,
        render: ({ requestedBy }: RunRow) =>
          requestedBy ?? text('serviceProvider:isolation.scheduled'),
      },
      { ...column('findings'), ...count, render: (run: RunRow) => number(run.findings) },
      { ...column('probes'), ...count, render: (run: RunRow) => number(run.probes) },
      { ...column('release'), width: 120, render: ({ release }: RunRow) => release },
    ]
  }, [text, number, timeColumn])
}

const RunButton = () => {
  const text = useText('serviceProvider')
  const start = useStart()
  const run = async (): Promise<void> => {
    await start.mutateAsync(undefined)
    showMessage(text('serviceProvider:isolation.started'))
  }
  return (
    <Button onClick={() => void run().catch(showFailure)} isDisabled={start.isPending}>
      {text('serviceProvider:isolation.run')}
    </Button>
  )
}

/** The tests of isolation between tenants: the last one first, and when the next one is due. */
const IsolationPage = () => {
  const text = useText('serviceProvider')
  const { number, date } = useFormats()
  const may = useMay()
  return (
    <ListPage<RunRow>
      title={text('common:pages.isolation')}
      query={runsQuery}
      columns={useColumns()}
      {...{ rowId, rowLink }}
      rowName={({ requestedAt, findings }) => `${date(requestedAt)} (${number(findings)})`}
      actions={
        <>
          {may(['TENANTS', 'EDIT']) && <ScheduleButton />}
          {may(['TENANTS', 'ADD']) && <RunButton />}
        </>
      }
      empty={{
        title: text('serviceProvider:isolation.empty'),
        text: text('serviceProvider:isolation.emptyText'),
      }}
    />
  )
}

export default IsolationPage
