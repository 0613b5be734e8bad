import Add from '@mui/icons-material/Add'
import { bulkKindNames, bulkStates } from '@signet/rules/bulk'
import { bulkEntities } from '@signet/rules/bulk-facts'
import { useMemo } from 'react'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId } from '../../../kit/named-rows.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { idsOf } from '../../../pickers/list-export/list-exports.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { bulkPath, severityOfState } from './bulk-kinds.ts'
import {
  type Operation,
  operationsQuery,
  tenantOperationsQuery,
} from './bulk-operations.queries.ts'

const rowName = ({ fileName }: Operation): string => fileName
const rowLink = ({ kind, id }: Operation): string => bulkPath(kind, id)

const StateTag = ({ state }: Pick<Operation, 'state'>) => {
  const text = useText('bulkImport')
  return (
    <Tag label={text(`bulkImport:operations.state.${state}`)} severity={severityOfState(state)} />
  )
}

const Begun = ({ createdAt }: Pick<Operation, 'createdAt'>) => {
  const { date, ago } = useFormats()
  return <span title={date(createdAt)}>{ago(createdAt)}</span>
}

const useColumns = () => {
  const text = useText('bulkImport')
  return useMemo(() => {
    const title = (key: 'name' | 'kind' | 'state' | 'progress' | 'result' | 'createdAt') =>
      text(`bulkImport:operations.columns.${key}`)
    return [
      { key: 'name', title: title('name'), minWidth: 120, render: rowName },
      {
        key: 'kind',
        title: title('kind'),
        width: 172,
        render: ({ kind }: Operation) => text(`bulkImport:operations.kind.${kind}`),
      },
      { key: 'state', title: title('state'), width: 132, render: StateTag },
      {
        key: 'progress',
        title: title('progress'),
        width: 112,
        render: ({ progressPercent }: Operation) => `${progressPercent} %`,
      },
      {
        key: 'result',
        title: title('result'),
        share: 2,
        minWidth: 290,
        render: ({ done }: Operation) => text('bulkImport:operations.counts', { ...done }),
      },
      { key: 'createdAt', title: title('createdAt'), width: 130, render: Begun },
    ]
  }, [text])
}

const useFilters = () => {
  const text = useText('bulkImport')
  return [
    {
      key: 'kind',
      label: text('bulkImport:operations.columns.kind'),
      options: optionsOf(bulkKindNames, (value) => text(`bulkImport:operations.kind.${value}`)),
    },
    {
      key: 'state',
      label: text('bulkImport:operations.columns.state'),
      options: optionsOf(bulkStates, (value) => text(`bulkImport:operations.state.${value}`)),
    },
  ]
}

const tools = exportTool({
  list: 'bulkoperations',
  ids: idsOf(operationsQuery),
  fields: {
    name: ['fileName'],
    kind: ['kind'],
    state: ['state'],
    progress: ['progressPercent'],
    result: ['done'],
    createdAt: ['createdAt'],
  },
})

/** The newest bulk operations, with their progress. */
const BulkOperationsPage = () => {
  const text = useText('bulkImport')
  const may = useMay()
  // The call for all kinds is not one of service providers.
  const mayListAll = bulkEntities.some((entity) => entity !== 'TENANTS' && may([entity, 'VIEW']))
  const add = bulkEntities.some((entity) => may([entity, 'ADD'])) && (
    <Button kind="primary" icon={<Add />} to="/bulkoperations/add">
      {text('bulkImport:operations.add')}
    </Button>
  )
  return (
    <ListPage<Operation>
      title={text('common:pages.bulkOperations')}
      query={mayListAll ? operationsQuery : tenantOperationsQuery}
      columns={useColumns()}
      filters={useFilters()}
      searchLabel={text('bulkImport:operations.search')}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      views="bulkoperations"
      {...(mayListAll ? { tools } : {})}
      empty={{
        title: text('bulkImport:operations.empty'),
        text: text('bulkImport:operations.emptyText'),
        actions: add,
      }}
    />
  )
}

export default BulkOperationsPage
