import { oneOf } from '@signet/rules/membership'
import { isReportColumn, type ReportKind, type ReportPeriod } from '@signet/rules/reports'
import { useDates, useFormats } from '../../lib/dates.ts'
import { useText } from '../../lib/i18n.ts'
import { auditOutcomes, useAuditWords } from '../audit-words.ts'
import { useCountryName } from '../country-name.ts'
import type { Definition } from './definition-form.ts'

const isReason = oneOf([
  'ERROR',
  'GRANT_EXPIRED',
  'LENDER_GONE',
  'LENDER_LOCKED',
  'RIGHTS_LOST',
  'ROLES_CHANGED',
])

/** Words for what a report tells. */
export const useReportWords = () => {
  const text = useText('dashboard')
  return {
    preview: text('dashboard:reports.preview.title'),
    kind: (kind: ReportKind): string => text(`dashboard:reports.kinds.${kind}`),
    period: (period: ReportPeriod): string => text(`dashboard:reports.periods.${period}`),
    column: (column: string): string =>
      isReportColumn(column) ? text(`dashboard:reports.columns.${column}`) : column,
    reason: (reason: string): string =>
      isReason(reason) ? text(`dashboard:reports.reasons.${reason}`) : reason,
  }
}

const isActorType = oneOf(['user', 'application', 'system', 'anonymous'])
const isOutcome = oneOf(auditOutcomes)

/** Columns of times: their heads name the zone. */
export const isTimeColumn = oneOf(['eventTime', 'lastTime', 'start'])

/** A cell of a report as people read it. */
export const useCellText = () => {
  const text = useText('dashboard')
  const words = useAuditWords()
  const countryName = useCountryName()
  const { columnDate } = useDates()
  const { number } = useFormats()
  return (column: string, value: string | number | null): string => {
    if (column === 'application' && value === null) return text('dashboard:reports.itself')
    if (value === null) return '–'
    if (typeof value === 'number') return number(value)
    if (isTimeColumn(column)) return columnDate(value)
    if (column === 'country') return countryName(value)
    if (column === 'action') return words.action(value)
    if (column === 'entityType') return words.subject(value)
    if (column === 'outcome' && isOutcome(value)) return words.outcome(value)
    if (column === 'actorType' && isActorType(value))
      return text(`dashboard:audit.actorTypes.${value}`)
    return value
  }
}

const filterParts = [
  'outcome',
  'entityType',
  'address',
  'country',
  'actorId',
  'entityId',
  'requestId',
  'text',
] as const

/** A filter as people read it, a line for each part. */
export const useFilterWords = () => {
  const words = useAuditWords()
  const cellText = useCellText()
  return ({ actions = [], ...filter }: Definition['filter']): readonly string[] => [
    ...(actions.length === 0 ? [] : [actions.map(words.action).join(', ')]),
    ...filterParts.flatMap((part) => {
      const value = filter[part]
      return value === undefined ? [] : [cellText(part, value)]
    }),
  ]
}

type Labelled = 'name' | 'kind' | 'period' | 'columns'

/** The names of the fields of a report, for the summary of faults. */
export const useDefinitionLabels = (): Readonly<Record<Labelled | 'filter', string>> => {
  const text = useText('dashboard')
  const label = (name: Labelled) => text(`dashboard:reports.fields.${name}`)
  return {
    name: label('name'),
    kind: label('kind'),
    period: label('period'),
    columns: label('columns'),
    filter: text('dashboard:reports.facts.filter'),
  }
}
