import type { RolloutState, RolloutTenantState } from '@signet/rules/settings-rollouts'
import type { Severity } from '@signet/rules/severity'
import { useText } from '../../../lib/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'

const severities: Readonly<Record<RolloutState | RolloutTenantState, Severity>> = {
  PLANNED: 'INFO',
  CANARY: 'INFO',
  WATCHING: 'INFO',
  ROLLING: 'INFO',
  ROLLING_BACK: 'WARNING',
  STOPPED: 'ERROR',
  DONE: 'OK',
  ROLLED_BACK: 'WARNING',
  PENDING: 'INFO',
  APPLIED: 'OK',
  UNCHANGED: 'OK',
  FAILED: 'ERROR',
}

/** The stage of a rollout, or what it did to a tenant. */
export const StateTag = ({ state }: { readonly state: RolloutState | RolloutTenantState }) => {
  const text = useText('serviceProvider')
  return (
    <Tag
      label={text(`serviceProvider:settingsTemplates.states.${state}`)}
      severity={severities[state]}
    />
  )
}
