import { useCallback } from 'react'
import { useDates } from '../lib/dates.ts'
import type { TableColumn } from '../ui/table-columns.tsx'

/** Pixels: as long as a date, and as the longest name of a zone below the title. */
const width = 212

interface TimeHead extends Pick<TableColumn<never>, 'key' | 'title' | 'isSortable'> {
  /** What is shown where there is no time; a dash when left out. */
  readonly none?: string
}

/**
 * Makes columns of times, in a zone or the visitor's own. The head names the zone and not its offset,
 * which changes within a column; the offset of each time is in its tooltip (decision 0204).
 */
export const useTimeColumn = (zone?: string) => {
  const { timeZone, date, columnDate } = useDates(zone)
  return useCallback(
    <Row,>(
      { none = '–', ...head }: TimeHead,
      instantOf: (row: Row) => string | null,
    ): TableColumn<Row> => ({
      ...head,
      width,
      timeZone,
      render: (row) => {
        const instant = instantOf(row)
        if (instant === null) return none
        return (
          <time data-text dateTime={instant} title={date(instant)}>
            {columnDate(instant)}
          </time>
        )
      },
    }),
    [timeZone, date, columnDate],
  )
}
