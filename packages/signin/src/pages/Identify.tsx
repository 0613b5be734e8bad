import type { Information } from '../boot.ts'
import type { SignInFlow } from '../flow/use-sign-in.ts'
import { openPage } from '../leave.ts'
import { IdentifyStep } from '../steps/IdentifyStep.tsx'
import { PasskeyOffer } from '../steps/PasskeyOffer.tsx'
import { ProviderOffer } from '../steps/ProviderOffer.tsx'
import { hasPasskeys } from '../steps/passkeys.ts'
import type { Upstream } from '../steps/UpstreamList.tsx'
import { UpstreamOffer } from '../steps/UpstreamOffer.tsx'
import { useSay } from '../texts/language.tsx'
import { useTheme } from '../theme/theme-context.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Step } from '../ui/Step.tsx'

interface IdentifyProps {
  readonly flow: SignInFlow
  readonly hasExpired: boolean
  readonly isSetupOpen: boolean
  readonly offersPasskey: boolean
  readonly providers: readonly Upstream[]
  readonly offersSignUp: boolean
  readonly isProvider: boolean
  readonly spIdentityProvider: Information['spIdentityProvider']
  readonly applicationName: string | null
  readonly firstUserId: string
}

/** The first page: who signs in, or at once with a passkey. */
export const Identify = ({ flow, hasExpired, isProvider, ...props }: IdentifyProps) => {
  const say = useSay()
  const { companyName } = useTheme()
  const { applicationName } = props
  const withPasskeys = props.offersPasskey && hasPasskeys()
  const purpose =
    applicationName === null
      ? say('sign-in.toCompany', { company: companyName })
      : say('sign-in.toApplication', { application: applicationName })
  return (
    <Step
      title={say(isProvider ? 'sign-in.provider.title' : 'sign-in.title')}
      text={isProvider ? say('sign-in.provider.text', { company: companyName }) : purpose}
    >
      {hasExpired ? <Notice kind="warning">{say('sign-in.expired')}</Notice> : null}
      {props.isSetupOpen ? <Notice kind="warning">{say('sign-in.setupOpen')}</Notice> : null}
      <IdentifyStep
        first={props.firstUserId}
        onUserId={flow.identify}
        withPasskeys={withPasskeys}
      />
      {withPasskeys ? <PasskeyOffer door={flow.passkey} /> : null}
      {props.providers.length > 0 ? (
        <UpstreamOffer
          providers={props.providers}
          onLeave={flow.leaveFor}
          isFirst={!withPasskeys}
        />
      ) : null}
      {props.offersSignUp ? (
        <Button kind="link" onPress={() => openPage('/signup')}>
          {say('sign-up.offer')}
        </Button>
      ) : null}
      <ProviderOffer provider={props.spIdentityProvider} />
    </Step>
  )
}
