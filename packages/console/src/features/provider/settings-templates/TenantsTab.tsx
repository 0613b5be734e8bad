import { useMemo, useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useText } from '../../../lib/i18n.ts'
import { type Named, NamedPicker } from '../../../pickers/NamedPicker.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import {
  type Assigned,
  assignmentsQuery,
  findTenants,
  useAssign,
  useUnassign,
} from './settings-templates.queries.ts'

interface TabProps {
  readonly id: string
}

const rowId = ({ tenantId }: Assigned): string => tenantId
const rowName = ({ companyName }: Assigned): string => companyName

const useColumns = () => {
  const text = useText('serviceProvider')
  const timeColumn = useTimeColumn()
  return useMemo(
    () => [
      {
        key: 'tenant',
        title: text('serviceProvider:settingsTemplates.tenant'),
        minWidth: 180,
        render: rowName,
      },
      timeColumn(
        { key: 'assigned', title: text('serviceProvider:settingsTemplates.assignedAt') },
        ({ assignedAt }: Assigned) => assignedAt,
      ),
      timeColumn(
        { key: 'rolledOut', title: text('serviceProvider:settingsTemplates.rolledOutAt') },
        ({ rolledOutAt }: Assigned) => rolledOutAt,
      ),
    ],
    [text, timeColumn],
  )
}

interface DialogProps extends TabProps {
  readonly onClose: () => void
}

const AssignDialog = ({ id, onClose }: DialogProps) => {
  const text = useText('serviceProvider')
  const assign = useAssign(id)
  const [chosen, setChosen] = useState<readonly Named[]>([])
  return (
    <ConfirmAction
      title={text('serviceProvider:settingsTemplates.assign')}
      confirmLabel={text('serviceProvider:settingsTemplates.assign')}
      isIncomplete={chosen.length === 0}
      onConfirm={() => assign.mutateAsync(chosen.map((tenant) => tenant.id))}
      onClose={onClose}
    >
      <NamedPicker
        label={text('serviceProvider:settingsTemplates.tenants')}
        hint={text('serviceProvider:settingsTemplates.assignHint')}
        subject="template-tenants"
        find={findTenants}
        value={chosen}
        onChange={setChosen}
      />
    </ConfirmAction>
  )
}

const UnassignDialog = ({ id, tenant, onClose }: DialogProps & { readonly tenant: Assigned }) => {
  const text = useText('serviceProvider')
  const unassign = useUnassign(id)
  return (
    <ConfirmAction
      title={text('serviceProvider:settingsTemplates.unassign')}
      confirmLabel={text('serviceProvider:settingsTemplates.unassign')}
      onConfirm={() => unassign.mutateAsync(tenant.tenantId)}
      onClose={onClose}
    >
      {text('serviceProvider:settingsTemplates.unassignText', { name: tenant.companyName })}
    </ConfirmAction>
  )
}

/** Takes the template from a tenant, after a question. */
const useUnassignment = (id: string) => {
  const text = useText('serviceProvider')
  const may = useMay()
  const [leaving, setLeaving] = useState<Assigned | null>(null)
  const label = text('serviceProvider:settingsTemplates.unassign')
  return {
    actionsOf: (tenant: Assigned) =>
      may(['TENANTS', 'REMOVE']) ? [{ label, onSelect: () => setLeaving(tenant) }] : [],
    dialog: leaving !== null && (
      <UnassignDialog id={id} tenant={leaving} onClose={() => setLeaving(null)} />
    ),
  }
}

/** The tenants that have the template. */
export const TenantsTab = ({ id }: TabProps) => {
  const text = useText('serviceProvider')
  const mayAdd = useMay()(['TENANTS', 'ADD'])
  const [isAssigning, setIsAssigning] = useState(false)
  const { actionsOf, dialog } = useUnassignment(id)
  const query = useMemo(() => assignmentsQuery(id), [id])
  const add = mayAdd && (
    <Button kind="primary" onClick={() => setIsAssigning(true)}>
      {text('serviceProvider:settingsTemplates.assign')}
    </Button>
  )
  return (
    <>
      <ListPage<Assigned>
        isPart
        title={text('serviceProvider:settingsTemplates.tenants')}
        query={query}
        columns={useColumns()}
        {...{ rowId, rowName }}
        rowActions={actionsOf}
        actions={add}
        empty={{
          title: text('serviceProvider:settingsTemplates.noTenants'),
          text: text('serviceProvider:settingsTemplates.noTenantsText'),
          actions: add,
        }}
      />
      {isAssigning && <AssignDialog id={id} onClose={() => setIsAssigning(false)} />}
      {dialog}
    </>
  )
}
