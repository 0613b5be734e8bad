import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { type TenantAct, type TenantDetail, useTenantAct } from './tenants.queries.ts'

interface ActDialogProps {
  readonly act: TenantAct
  readonly tenant: Pick<TenantDetail, 'id' | 'companyName'>
  readonly onClose: () => void
}

/** Asks before something is done inside a tenant. */
const ActDialog = ({ act, tenant: { id, companyName: name }, onClose }: ActDialogProps) => {
  const text = useText('serviceProvider')
  const doing = useTenantAct(act)
  const run = async (): Promise<void> => {
    await doing.mutateAsync({ id })
    showMessage(text(`serviceProvider:tenants.${act}.done`, { name }))
  }
  return (
    <ConfirmAction
      title={text(`serviceProvider:tenants.${act}.title`, { name })}
      confirmLabel={text(`serviceProvider:tenants.${act}.action`)}
      isDestructive={act !== 'promote'}
      onConfirm={run}
      onClose={onClose}
    >
      {text(`serviceProvider:tenants.${act}.text`)}
    </ConfirmAction>
  )
}

/** The menu actions of all that a provider does inside a tenant, and the dialog that they open. */
export const useTenantActs = (tenant: TenantDetail) => {
  const text = useText('serviceProvider')
  const mayEdit = useMay()(['TENANTS', 'EDIT'])
  const [act, setAct] = useState<TenantAct | null>(null)
  const isProductive = tenant.contractMode === 'PRODUCTION'
  const offered = (['promote', 'resetMail', 'resetRules'] as const).filter(
    (one) => mayEdit && !(one === 'promote' && isProductive),
  )
  const actions = offered.map(
    (one): MenuAction => ({
      label: text(`serviceProvider:tenants.${one}.action`),
      isDestructive: one !== 'promote',
      onSelect: () => setAct(one),
    }),
  )
  const dialog = act !== null && <ActDialog {...{ act, tenant }} onClose={() => setAct(null)} />
  return { actions, dialog }
}
