import { severityOf } from '@signet/rules/severity'
import { useCallback, useMemo } from 'react'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId, rowName } from '../../../kit/named-rows.ts'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { idsOf } from '../../../pickers/list-export/list-exports.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { isListedKind, listedKinds, pathOf } from './application-types.ts'
import { type ApplicationInfo, applicationsQuery } from './oidc-applications.queries.ts'
import { useKindName } from './use-kind-name.ts'

const statuses = ['ACTIVE', 'INACTIVE'] as const
const statusOf = ({ enabled }: ApplicationInfo) => (enabled ? 'ACTIVE' : 'INACTIVE')

const useColumns = () => {
  const text = useText('resource')
  const kindName = useKindName()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('resource:applications.columns.name'),
        isSortable: true,
        render: rowName,
      },
      {
        key: 'kind',
        title: text('resource:applications.columns.kind'),
        width: 220,
        render: ({ applicationType }: ApplicationInfo) =>
          isListedKind(applicationType) ? kindName(applicationType) : applicationType,
      },
      {
        key: 'status',
        title: text('resource:applications.columns.status'),
        width: 140,
        render: (row: ApplicationInfo) => (
          <Tag
            label={text(`resource:applications.status.${statusOf(row)}`)}
            severity={severityOf(statusOf(row))}
          />
        ),
      },
    ],
    [text, kindName],
  )
}

const useMark = () => {
  const text = useText('resource')
  return useCallback(
    ({ selfRegistered }: ApplicationInfo) =>
      selfRegistered && <Tag label={text('resource:applications.selfRegistered')} />,
    [text],
  )
}

const useFilters = () => {
  const text = useText('resource')
  const kindName = useKindName()
  return [
    {
      key: 'kind',
      label: text('resource:applications.columns.kind'),
      options: optionsOf(listedKinds, kindName),
    },
    {
      key: 'status',
      label: text('resource:applications.columns.status'),
      options: optionsOf(statuses, (value) => text(`resource:applications.status.${value}`)),
    },
  ]
}

const tools = exportTool({
  list: 'applications',
  ids: idsOf(applicationsQuery),
  fields: { name: ['name'], kind: ['applicationType'], status: ['enabled'] },
})

/** Every application of the tenant. */
const ApplicationsPage = () => {
  const text = useText('resource')
  const add = useAddButton(
    ['APPLICATIONS', 'ADD'],
    '/applications/add',
    text('resource:applications.add'),
  )
  return (
    <ListPage<ApplicationInfo>
      title={text('common:pages.applications')}
      query={applicationsQuery}
      columns={useColumns()}
      filters={useFilters()}
      searchLabel={text('resource:applications.search')}
      rowId={rowId}
      rowName={rowName}
      rowLink={pathOf}
      rowMark={useMark()}
      actions={add}
      views="applications"
      tools={tools}
      empty={{
        title: text('resource:applications.empty'),
        text: text('resource:applications.emptyText'),
        actions: add,
      }}
    />
  )
}

export default ApplicationsPage
