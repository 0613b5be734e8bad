import type { ReportState } from '@signet/rules/reports'
import type { Severity } from '@signet/rules/severity'
import { useText } from '../../../lib/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'

const severities: Readonly<Record<ReportState, Severity>> = {
  PENDING: 'INFO',
  RUNNING: 'INFO',
  COMPLETED: 'OK',
  FAILED: 'ERROR',
  PAUSED: 'WARNING',
  CANCELLED: 'UNKNOWN',
}

/** What became of a report. */
export const StateTag = ({ state }: { readonly state: ReportState }) => {
  const text = useText('dashboard')
  return <Tag label={text(`dashboard:reports.states.${state}`)} severity={severities[state]} />
}
