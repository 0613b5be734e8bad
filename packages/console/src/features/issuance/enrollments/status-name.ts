import { useText } from '../../../lib/i18n.ts'

/** What people read of a status; one that has no words shows itself. */
export const useStatusName = () => {
  const text = useText('issuancePortal')
  return (status: string): string => {
    if (status === 'ENROLLING') return text('issuancePortal:enrollments.statuses.ENROLLING')
    return status === 'ENROLLED' ? text('issuancePortal:enrollments.statuses.ENROLLED') : status
  }
}
