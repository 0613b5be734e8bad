import { useText } from '../../../lib/i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import type { Credential } from './enrollments.queries.ts'

/** What did not go back to the external databases it came from, and what still has to. */
export const WriteBacks = ({ writeBacks }: Pick<Credential, 'writeBacks'>) => {
  const text = useText('issuancePortal')
  const failed = writeBacks.filter(({ state }) => state === 'FAILED')
  const waiting = writeBacks.filter(({ state }) => state === 'WAITING')
  return (
    <>
      {failed.map(({ field, reason }) => (
        <Notice key={field} severity="warning">
          {text('issuancePortal:databases.notWritten', { field, reason: reason ?? '' })}
        </Notice>
      ))}
      {waiting.length > 0 && (
        <Notice severity="info">
          {text('issuancePortal:databases.stillWritten', {
            fields: waiting.map(({ field }) => field).join(', '),
          })}
        </Notice>
      )}
    </>
  )
}
