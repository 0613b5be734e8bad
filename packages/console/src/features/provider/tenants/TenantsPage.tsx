import { contractEnds } from '@signet/rules/contract-ends'
import { contractModes } from '@signet/rules/tenants'
import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import type { ListFilter } from '../../../kit/list-types.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { CreateFromFile } from './CreateFromFile.tsx'
import { TenantStateTag } from './state-tag.tsx'
import { type TenantRow, tenantPath, tenantsPath, tenantsQuery } from './tenants.queries.ts'
import { useDeletionAction } from './use-deletion-action.tsx'
import { useLockAction } from './use-lock-action.tsx'

const rowId = ({ id }: TenantRow): string => id
const rowName = ({ companyName }: TenantRow): string => companyName
const rowLink = ({ id }: TenantRow): string => tenantPath(id)
const byName = { key: 'companyName', isDescending: false }

const useColumns = () => {
  const text = useText('serviceProvider')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  return useMemo(() => {
    const column = (
      key: 'companyName' | 'hostname' | 'bundle' | 'users' | 'state' | 'created',
    ) => ({
      key,
      title: text(`serviceProvider:tenants.columns.${key}`),
    })
    const usersOf = ({ users }: TenantRow): string => {
      if (users === null) return '–'
      const { consumed, allotment } = users
      return allotment === null ? number(consumed) : `${number(consumed)} / ${number(allotment)}`
    }
    return [
      { ...column('companyName'), isSortable: true, minWidth: 180, render: rowName },
      { ...column('hostname'), minWidth: 200, render: ({ hostname }: TenantRow) => hostname },
      { ...column('bundle'), width: 120, render: ({ bundle }: TenantRow) => bundle ?? '–' },
      { ...column('users'), width: 130, isNumeric: true, render: usersOf },
      {
        ...column('state'),
        width: 150,
        render: (tenant: TenantRow) => <TenantStateTag tenant={tenant} />,
      },
      timeColumn(column('created'), ({ createdAt }: TenantRow) => createdAt),
    ]
  }, [text, number, timeColumn])
}

const useFilters = (): readonly ListFilter[] => {
  const text = useText('serviceProvider')
  return [
    {
      key: 'state',
      label: text('serviceProvider:tenants.columns.state'),
      options: (['open', 'locked'] as const).map((value) => ({
        value,
        label: text(`serviceProvider:tenants.states.${value}`),
      })),
    },
    {
      key: 'mode',
      label: text('serviceProvider:tenants.facts.contractMode'),
      options: contractModes.map((value) => ({
        value,
        label: text(`serviceProvider:tenants.contractModes.${value}`),
      })),
    },
    {
      key: 'ends',
      label: text('serviceProvider:overview.contractEnd'),
      options: contractEnds.map((value) => ({
        value,
        label: text(`serviceProvider:overview.contractEnds.${value}`),
      })),
    },
    {
      key: 'use',
      label: text('serviceProvider:overview.use'),
      options: (['near', 'below'] as const).map((value) => ({
        value,
        label: text(`serviceProvider:overview.uses.${value}`),
      })),
    },
  ]
}

/** How new tenants come. */
const useActions = () => {
  const text = useText('serviceProvider')
  const label = text('serviceProvider:tenants.add')
  const add = useAddButton(['TENANTS', 'ADD'], `${tenantsPath}/add`, label)
  return (
    <>
      <CreateFromFile />
      {add}
    </>
  )
}

/** Every tenant of this provider. */
const TenantsPage = () => {
  const text = useText('serviceProvider')
  const locking = useLockAction()
  const deletion = useDeletionAction()
  const actions = useActions()
  return (
    <>
      <ListPage<TenantRow>
        title={text('common:pages.tenants')}
        query={tenantsQuery}
        columns={useColumns()}
        sort={byName}
        searchLabel={text('serviceProvider:tenants.search')}
        filters={useFilters()}
        {...{ rowId, rowName, rowLink }}
        rowActions={(tenant) => [...locking.actionsOf(tenant), ...deletion.actionsOf(tenant)]}
        actions={actions}
        empty={{
          title: text('serviceProvider:tenants.empty'),
          text: text('serviceProvider:tenants.emptyText'),
          actions,
        }}
      />
      {locking.dialog}
      {deletion.dialog}
    </>
  )
}

export default TenantsPage
