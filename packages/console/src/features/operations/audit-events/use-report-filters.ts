import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListFilter } from '../../../kit/list-types.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { auditOutcomes, useAuditWords } from '../../../pickers/audit-words.ts'
import type { ReportFilter } from '../../../pickers/report-link.ts'

const hour = 3_600_000
const minute = 60_000
const ranges = { h1: hour, h24: 24 * hour, d7: 168 * hour, d30: 720 * hour } as const
const rangeNames = ['h1', 'h24', 'd7', 'd30'] as const

const byLabel = (one: { label: string }, other: { label: string }): number =>
  one.label.localeCompare(other.label)

/**
 * Where the report may begin. The address holds the instant itself: pages, links and exports of one
 * report stay the same report.
 */
const useFromFilter = (chosen: string | null): ListFilter => {
  const text = useText('dashboard')
  const { date } = useFormats()
  const [now] = useState(() => Math.floor(Date.now() / minute) * minute)
  const options = rangeNames.map((name) => ({
    value: new Date(now - ranges[name]).toISOString(),
    label: text(`dashboard:audit.ranges.${name}`),
  }))
  const isOther = chosen !== null && options.every(({ value }) => value !== chosen)
  return {
    key: 'from',
    label: text('dashboard:audit.filters.from'),
    options: isOther ? [...options, { value: chosen, label: date(chosen) }] : options,
  }
}

/** Filters that are chosen from a list. */
const useChoices = (): readonly ListFilter[] => {
  const text = useText('dashboard')
  const words = useAuditWords()
  return [
    {
      key: 'outcome',
      label: text('dashboard:audit.filters.outcome'),
      options: auditOutcomes.map((value) => ({ value, label: words.outcome(value) })),
    },
    {
      key: 'action',
      label: text('dashboard:audit.filters.actions'),
      options: words.actions
        .map((value) => ({ value, label: words.action(value) }))
        .toSorted(byLabel),
    },
    {
      key: 'kind',
      label: text('dashboard:audit.filters.kind'),
      options: words.subjects
        .map((value) => ({ value, label: words.subject(value) }))
        .toSorted(byLabel),
    },
  ]
}

/** Filters that are typed, or come from an entry; each shows while it narrows the report. */
const typedFilters = ['until', 'actor', 'entity', 'address', 'country', 'request'] as const

export type NameOf = (filter: ReportFilter, value: string) => string

/** The chips of the report. `nameOf` says what an id stands for. */
export const useReportFilters = (nameOf: NameOf): readonly ListFilter[] => {
  const text = useText('dashboard')
  const [parameters] = useSearchParams()
  const from = useFromFilter(parameters.get('f.from'))
  const choices = useChoices()
  const typed = useMemo(
    () =>
      typedFilters.flatMap((key) => {
        const value = parameters.get(`f.${key}`)
        return value === null ? [] : [{ key, value }]
      }),
    [parameters],
  )
  return [
    from,
    ...choices,
    ...typed.map(({ key, value }) => ({
      key,
      label: text(`dashboard:audit.filters.${key}`),
      options: [{ value, label: nameOf(key, value) }],
    })),
  ]
}
