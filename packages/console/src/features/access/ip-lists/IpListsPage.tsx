import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import { DefinitionsList } from '../../../pickers/definitions/DefinitionsList.tsx'
import { type IpList, ipListKind } from '../../../pickers/definitions/ip-list-kind.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'

const useColumns = (): readonly TableColumn<IpList>[] => {
  const text = useText('resource')
  const timeColumn = useTimeColumn()
  return [
    {
      key: 'description',
      title: text('resource:definitions.description'),
      share: 2,
      minWidth: 180,
      render: ({ description }) => description || '–',
    },
    {
      key: 'addresses',
      title: text('resource:ipLists.addresses'),
      share: 2,
      minWidth: 180,
      render: ({ addresses }) => addresses.join(', '),
    },
    timeColumn(
      { key: 'updated', title: text('resource:definitions.updated') },
      ({ updatedAt }) => updatedAt,
    ),
  ]
}

/** Addresses under names, for rules. */
const IpListsPage = () => <DefinitionsList kind={ipListKind} columns={useColumns()} />

export default IpListsPage
