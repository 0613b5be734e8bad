import type { TenantDeletionState } from '@signet/rules/tenants'
import { useText } from '../../../lib/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'
import type { TenantRow } from './tenants.queries.ts'

const stateOf = ({ deletion, locked }: Pick<TenantRow, 'deletion' | 'locked'>) => {
  if (deletion !== null) return 'deleting'
  return locked ? 'locked' : 'open'
}

const severities = { open: 'OK', locked: 'WARNING', deleting: 'ERROR' } as const

/** Whether users can sign in to a tenant, or it is going to be erased. */
export const TenantStateTag = ({
  tenant,
}: {
  readonly tenant: Pick<TenantRow, 'deletion' | 'locked'>
}) => {
  const text = useText('serviceProvider')
  const state = stateOf(tenant)
  return (
    <Tag label={text(`serviceProvider:tenants.states.${state}`)} severity={severities[state]} />
  )
}

const deletionSeverities = {
  PENDING: 'WARNING',
  ERASING: 'WARNING',
  ERASED: 'OK',
  CANCELED: 'INFO',
} as const

/** How far a deletion has come. */
export const DeletionStateTag = ({ state }: { readonly state: TenantDeletionState }) => {
  const text = useText('serviceProvider')
  return (
    <Tag
      label={text(`serviceProvider:deletions.states.${state}`)}
      severity={deletionSeverities[state]}
    />
  )
}
