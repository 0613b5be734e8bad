import { lowerings } from '@signet/contract/kit/weaker'
import { weakSettingKinds } from '@signet/contract/operations/weak-settings'
import { useMemo } from 'react'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import { labelOf } from '../../../pickers/setting-labels.ts'
import { useSettingValue } from '../../../pickers/setting-values.ts'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { placeOf } from './weak-places.ts'
import { type WeakRow, weakSettingsQuery } from './weak-settings.queries.ts'

const useTexts = () => useText('settings', 'resource', 'issuancePortal')

const useName = () => {
  const text = useTexts()
  return (row: WeakRow): string => {
    const label = labelOf(row)
    return label === null ? row.field : text(label)
  }
}

const useColumns = (nameOf: (row: WeakRow) => string): readonly TableColumn<WeakRow>[] => {
  const text = useTexts()
  const shown = useSettingValue()
  const timeColumn = useTimeColumn()
  const column = (
    key: 'name' | 'where' | 'value' | 'default' | 'lowers' | 'since' | 'changedBy',
  ) => ({
    key,
    title: text(`settings:weak.columns.${key}`),
  })
  const kindOf = ({ kind }: WeakRow) => text(`settings:weak.kinds.${kind}`)
  return [
    { ...column('name'), isSortable: true, minWidth: 320, render: nameOf },
    {
      ...column('where'),
      minWidth: 180,
      render: (row) =>
        row.objectName === null ? kindOf(row) : `${row.objectName} (${kindOf(row)})`,
    },
    { ...column('value'), width: 110, render: ({ field, value }) => shown(field, value) },
    { ...column('default'), width: 110, render: (row) => shown(row.field, row.default) },
    {
      ...column('lowers'),
      // The longest of these texts, on one line.
      minWidth: 330,
      render: ({ lowers }) => text(`settings:weak.lowers.${lowers}`),
    },
    timeColumn(column('since'), ({ since }) => since),
    { ...column('changedBy'), width: 150, render: ({ changedBy }) => changedBy ?? '–' },
  ]
}

const useFilters = () => {
  const text = useTexts()
  return [
    {
      key: 'kind',
      label: text('settings:weak.columns.where'),
      options: optionsOf(weakSettingKinds, (value) => text(`settings:weak.kinds.${value}`)),
    },
    {
      key: 'lowers',
      label: text('settings:weak.columns.lowers'),
      options: optionsOf(lowerings, (value) => text(`settings:weak.lowers.${value}`)),
    },
  ]
}

/** Everything that the tenant has set weaker than the default, with the way to change it back. */
const WeakSettingsPage = () => {
  const text = useTexts()
  const nameOf = useName()
  const query = useMemo(() => weakSettingsQuery(nameOf), [nameOf])
  return (
    <ListPage<WeakRow>
      title={text('common:pages.weakSettings')}
      query={query}
      columns={useColumns(nameOf)}
      filters={useFilters()}
      searchLabel={text('settings:weak.search')}
      sort={{ key: 'name', isDescending: false }}
      rowId={({ id }) => id}
      rowName={nameOf}
      rowLink={placeOf}
      empty={{ title: text('settings:weak.empty'), text: text('settings:weak.emptyText') }}
    />
  )
}

export default WeakSettingsPage
