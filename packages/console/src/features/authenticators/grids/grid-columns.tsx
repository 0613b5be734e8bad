import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { type GridCard, GridTag } from '../../../pickers/grids/GridTag.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'

export const rowId = ({ id }: GridCard): string => id
export const rowName = ({ serialNumber }: GridCard): string => serialNumber

const chance = ({ exposure }: GridCard): number => exposure.nextAnswer

/** The columns of both lists, in the order of the table. */
export const useGridColumns = () => {
  const text = useText('resource')
  const timeColumn = useTimeColumn()
  const locale = useLocale()
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  type Key = 'serial' | 'user' | 'groups' | 'shown' | 'lastUsed' | 'created' | 'expires' | 'state'
  const title = (key: Key) => ({ key, title: text(`resource:grids.columns.${key}`) })
  const columns: Readonly<Record<Key, TableColumn<GridCard>>> = {
    serial: { ...title('serial'), isSortable: true, width: 120, render: rowName },
    user: { ...title('user'), minWidth: 140, render: ({ user }) => user?.name ?? '–' },
    groups: {
      ...title('groups'),
      minWidth: 160,
      render: ({ groups }) => groups.map(({ name }) => name).join(', ') || '–',
    },
    shown: {
      ...title('shown'),
      width: 150,
      render: (grid) =>
        text('resource:grids.shown', {
          shown: grid.exposure.shownCells,
          cells: grid.exposure.cells,
          chance: percent.format(chance(grid)),
        }),
    },
    lastUsed: timeColumn(title('lastUsed'), (grid) => grid.lastUsedDate),
    created: timeColumn(title('created'), ({ createDate }) => createDate),
    expires: timeColumn(title('expires'), ({ expireDate }) => expireDate),
    state: { ...title('state'), width: 140, render: (grid) => <GridTag grid={grid} /> },
  }
  return columns
}
