import type { Severity } from '@signet/rules/severity'
import type { SupportState } from '@signet/rules/support'
import { useText } from '../../../lib/i18n.ts'
import type { Grant } from './support-access.queries.ts'

export const stateSeverity: Readonly<Record<SupportState, Severity>> = {
  REQUESTED: 'WARNING',
  ACTIVE: 'OK',
  ENDED: 'UNKNOWN',
  EXPIRED: 'UNKNOWN',
}

/** What is read of a grant: its rights and its state. */
export const useGrantWords = () => {
  const text = useText('serviceProvider')
  return {
    rights: ({ rights, roleName }: Pick<Grant, 'rights' | 'roleName'>): string =>
      rights === 'READ_ONLY'
        ? text('serviceProvider:supportAccess.readOnly')
        : (roleName ?? text('serviceProvider:supportAccess.role')),
    state: (state: SupportState): string => text(`serviceProvider:supportAccess.states.${state}`),
  }
}
