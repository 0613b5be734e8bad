import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { usePassChanges } from './pass.queries.ts'

/** Takes the pass of a record back. */
export const RevokePass = ({ enrollmentId }: { readonly enrollmentId: string }) => {
  const text = useText('issuancePortal')
  const { revoke } = usePassChanges(enrollmentId)
  const [isAsking, setIsAsking] = useState(false)
  const label = text('issuancePortal:flashPasses.ofPeople.revoke')
  return (
    <>
      <Button kind="danger" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmAction
          title={label}
          confirmLabel={label}
          isDestructive
          onConfirm={() => revoke.mutateAsync()}
          onClose={() => setIsAsking(false)}
        >
          {text('issuancePortal:flashPasses.ofPeople.revokeText')}
        </ConfirmAction>
      )}
    </>
  )
}
