import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { providerSignInQuery, useAllowSignIn } from './support-access.queries.ts'

/** Turns the provider's sign-in on the sign-in page off, or allows it again. */
export const ProviderSignIn = () => {
  const text = useText('serviceProvider')
  const mayEdit = useMay()(['SUPPORTGRANTS', 'EDIT'])
  const { data } = useQuery(providerSignInQuery)
  const { mutateAsync } = useAllowSignIn()
  const [isAsking, setIsAsking] = useState(false)
  if (!mayEdit || data === undefined || (data.allowed && !data.enabled)) return null
  const { allowed, provider } = data
  const deed = allowed ? 'turnOff' : 'allow'
  const action = text(`serviceProvider:spIdentityProvider.${deed}.action`)
  const run = async (): Promise<void> => {
    await mutateAsync(!allowed)
    showMessage(text(`serviceProvider:spIdentityProvider.${deed}.done`))
  }
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{action}</Button>
      {isAsking && (
        <ConfirmAction
          title={text(`serviceProvider:spIdentityProvider.${deed}.title`)}
          confirmLabel={action}
          isDestructive={allowed}
          onConfirm={run}
          onClose={() => setIsAsking(false)}
        >
          {text(`serviceProvider:spIdentityProvider.${deed}.text`, { provider: provider ?? '' })}
        </ConfirmAction>
      )}
    </>
  )
}
