import type { ReactNode } from 'react'

export interface TableColumn<Row> {
  readonly key: string
  readonly title: string
  readonly render: (row: Row) => ReactNode
  /** Pixels; a column without it shares what is left. */
  readonly width?: number
  /** How much of what is left, beside others with 1; and the least it is given, in pixels. */
  readonly share?: number
  readonly minWidth?: number
  readonly isSortable?: boolean
  readonly isNumeric?: boolean
  /** IANA name of the zone of a column of times: its head names it, once for all rows. */
  readonly timeZone?: string
}

export interface TableSort {
  readonly key: string
  readonly isDescending: boolean
}

type Size = Pick<TableColumn<never>, 'key' | 'width' | 'share' | 'minWidth'>

/** What stands beside the columns, and what was pulled wider or narrower; in pixels. */
interface Around {
  readonly isSelectable: boolean
  readonly hasActions: boolean
  readonly widths: ReadonlyMap<string, number> | null
}

const boxWidth = 50
const actionsWidth = 48
const leastWidth = 140

/** The tracks of a row (CSS Grid Layout), and how many pixels wide it is at least. */
export const tracksOf = (
  columns: readonly Size[],
  { isSelectable, hasActions, widths }: Around,
): { readonly template: string; readonly minWidth: number } => {
  const sizes = columns.map(({ key, width, share = 1, minWidth = leastWidth }) => {
    const fixed = widths?.get(key) ?? width
    return fixed === undefined
      ? { least: minWidth, track: `minmax(${minWidth}px, ${share}fr)` }
      : { least: fixed, track: `${fixed}px` }
  })
  const all = [
    ...(isSelectable ? [{ least: boxWidth, track: `${boxWidth}px` }] : []),
    ...sizes,
    ...(hasActions ? [{ least: actionsWidth, track: `${actionsWidth}px` }] : []),
  ]
  return {
    template: all.map(({ track }) => track).join(' '),
    minWidth: all.reduce((sum, { least }) => sum + least, 0),
  }
}

/** Plain text stays on one line; what is cut off shows as a tooltip. */
export const cellContent = (content: ReactNode): ReactNode =>
  typeof content === 'string' || typeof content === 'number' ? (
    <span data-text title={String(content)}>
      {content}
    </span>
  ) : (
    content
  )
