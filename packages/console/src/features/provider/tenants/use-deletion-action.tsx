import Delete from '@mui/icons-material/DeleteOutlined'
import Download from '@mui/icons-material/FileDownloadOutlined'
import Undo from '@mui/icons-material/UndoOutlined'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import {
  deletionSettingsQuery,
  saveExport,
  useDeletion,
  useTakingBack,
} from './deletions.queries.ts'
import type { TenantRow } from './tenants.queries.ts'

type Named = Pick<TenantRow, 'id' | 'companyName' | 'deletion'>

interface DialogProps {
  readonly tenant: Named
  readonly onClose: () => void
}

/** Wants the name of the tenant typed. */
const DeleteDialog = ({ tenant: { id, companyName: name }, onClose }: DialogProps) => {
  const text = useText('serviceProvider')
  const deletion = useDeletion()
  const { data } = useQuery(deletionSettingsQuery)
  const run = async (): Promise<void> => {
    await deletion.mutateAsync({ id })
    showMessage(text('serviceProvider:tenants.delete.done', { name }))
  }
  return (
    <ConfirmAction
      title={text('serviceProvider:tenants.delete.title', { name })}
      confirmLabel={text('serviceProvider:tenants.delete.action')}
      typed={name}
      isDestructive
      isIncomplete={data === undefined}
      onConfirm={run}
      onClose={onClose}
    >
      {data !== undefined && text('serviceProvider:tenants.delete.text', { days: data.graceDays })}
    </ConfirmAction>
  )
}

const TakeBackDialog = ({ tenant: { id, companyName: name }, onClose }: DialogProps) => {
  const text = useText('serviceProvider')
  const takingBack = useTakingBack()
  const run = async (): Promise<void> => {
    await takingBack.mutateAsync({ id })
    showMessage(text('serviceProvider:tenants.takeBack.done', { name }))
  }
  return (
    <ConfirmAction
      title={text('serviceProvider:tenants.takeBack.title', { name })}
      confirmLabel={text('serviceProvider:tenants.takeBack.action')}
      onConfirm={run}
      onClose={onClose}
    >
      {text('serviceProvider:tenants.takeBack.text')}
    </ConfirmAction>
  )
}

const ExportDialog = ({ tenant: { id, companyName: name }, onClose }: DialogProps) => {
  const text = useText('serviceProvider')
  const run = async (): Promise<void> => {
    await saveExport(id)
    showMessage(text('serviceProvider:tenants.export.done', { name }))
  }
  return (
    <ConfirmAction
      title={text('serviceProvider:tenants.export.title', { name })}
      confirmLabel={text('serviceProvider:tenants.export.action')}
      onConfirm={run}
      onClose={onClose}
    >
      {text('serviceProvider:tenants.export.text')}
    </ConfirmAction>
  )
}

const deeds = {
  delete: { Icon: Delete, Asked: DeleteDialog, right: 'REMOVE' },
  export: { Icon: Download, Asked: ExportDialog, right: 'REMOVE' },
  takeBack: { Icon: Undo, Asked: TakeBackDialog, right: 'EDIT' },
} as const
type Deed = keyof typeof deeds

const deedsOf = ({ deletion }: Named): readonly Deed[] =>
  deletion === null ? ['delete'] : ['export', 'takeBack']

/** The menu actions that delete a tenant, or export it and take its deletion back, with their dialogs. */
export const useDeletionAction = () => {
  const text = useText('serviceProvider')
  const may = useMay()
  const [chosen, setChosen] = useState<{ readonly tenant: Named; readonly deed: Deed } | null>(null)
  const actionOf = (tenant: Named, deed: Deed): MenuAction => {
    const { Icon } = deeds[deed]
    return {
      label: text(`serviceProvider:tenants.${deed}.action`),
      icon: <Icon fontSize="small" />,
      isDestructive: deed === 'delete',
      onSelect: () => setChosen({ tenant, deed }),
    }
  }
  const actionsOf = (tenant: Named): readonly MenuAction[] =>
    deedsOf(tenant)
      .filter((deed) => may(['TENANTS', deeds[deed].right]))
      .map((deed) => actionOf(tenant, deed))
  const { Asked } = deeds[chosen?.deed ?? 'delete']
  const dialog = chosen !== null && <Asked tenant={chosen.tenant} onClose={() => setChosen(null)} />
  return { actionsOf, dialog }
}
