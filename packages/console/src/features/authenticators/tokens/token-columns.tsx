import { optionsOf } from '../../../kit/fields.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import { TokenTag } from '../../../pickers/tokens/TokenTag.tsx'
import { tokenPath } from '../../../pickers/tokens/token-deeds.ts'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { algorithms, type TokenRow } from './tokens.queries.ts'

export const rowId = ({ id }: TokenRow): string => id
export const rowName = ({ serialNumber }: TokenRow): string => serialNumber
export const rowLink = ({ id }: TokenRow): string => tokenPath(id)
export const firstSort = { key: 'serial', isDescending: false }

/** Who made it, and what it is called. */
export const makeOf = ({ manufacturer, model }: Pick<TokenRow, 'manufacturer' | 'model'>): string =>
  [manufacturer, model].filter((part) => part !== null).join(' ') || '–'

type Key = 'serial' | 'user' | 'kind' | 'make' | 'groups' | 'lastUsed' | 'created' | 'state'

/** The columns of both lists, in the order of the table. */
export const useTokenColumns = (): Readonly<Record<Key, TableColumn<TokenRow>>> => {
  const text = useText('resource')
  const timeColumn = useTimeColumn()
  const title = (key: Key) => ({ key, title: text(`resource:tokens.columns.${key}`) })
  return {
    serial: { ...title('serial'), isSortable: true, minWidth: 120, render: rowName },
    user: { ...title('user'), minWidth: 140, render: ({ userName }) => userName ?? '–' },
    kind: {
      ...title('kind'),
      minWidth: 176,
      render: ({ algorithmType }) => text(`resource:tokens.algorithm.${algorithmType}`),
    },
    make: { ...title('make'), minWidth: 130, render: makeOf },
    groups: {
      ...title('groups'),
      minWidth: 160,
      render: ({ groups }) => groups.map(({ name }) => name).join(', ') || '–',
    },
    lastUsed: timeColumn(title('lastUsed'), (row) => row.lastUsedDate),
    created: timeColumn(title('created'), ({ createDate }) => createDate),
    state: { ...title('state'), width: 120, render: ({ state }) => <TokenTag state={state} /> },
  }
}

/** What kind of token it is. */
export const useKindFilter = () => {
  const text = useText('resource')
  return {
    key: 'algorithm',
    label: text('resource:tokens.columns.kind'),
    options: optionsOf(algorithms, (value) => text(`resource:tokens.algorithm.${value}`)),
  }
}
