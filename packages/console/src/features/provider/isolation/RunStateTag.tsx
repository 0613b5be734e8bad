import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { isPlanned, type RunRow } from './isolation.queries.ts'

const severities = {
  REQUESTED: 'INFO',
  RUNNING: 'INFO',
  COMPLETED: 'OK',
  FAILED: 'WARNING',
} as const

/** How far a test has come, and when one is planned for; a completed one with findings is an error. */
export const RunStateTag = ({
  run,
}: {
  readonly run: Pick<RunRow, 'state' | 'findings' | 'requestedAt'>
}) => {
  const text = useText('serviceProvider')
  const { date } = useFormats()
  return (
    <Tag
      label={
        isPlanned(run)
          ? text('serviceProvider:isolation.planned', { date: date(run.requestedAt) })
          : text(`serviceProvider:isolation.states.${run.state}`)
      }
      severity={run.findings > 0 ? 'ERROR' : severities[run.state]}
    />
  )
}
