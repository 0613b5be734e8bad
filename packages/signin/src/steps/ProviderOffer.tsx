import type { Information } from '../boot.ts'
import { leaveForProvider } from '../leave.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'

interface ProviderOfferProps {
  /** Undefined from a node of the release before. */
  readonly provider: Information['spIdentityProvider'] | undefined
}

/** Leads administrators of the service provider to their own sign-in; nothing where it is off. */
export const ProviderOffer = ({ provider }: ProviderOfferProps) => {
  const say = useSay()
  if (provider === null || provider === undefined) return null
  return (
    <Button kind="link" onPress={() => leaveForProvider(provider.url)}>
      {say('sign-in.asProvider', { provider: provider.name })}
    </Button>
  )
}
