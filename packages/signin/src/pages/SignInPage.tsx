import { use } from 'react'
import type { Information } from '../boot.ts'
import type { Application } from '../flow/application.ts'
import type { Origin } from '../flow/sign-in.ts'
import { useSignIn } from '../flow/use-sign-in.ts'
import { Waiting } from '../ui/Waiting.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { Flow } from './Flow.tsx'
import { Identify } from './Identify.tsx'

interface SignInPageProps {
  readonly origin: Origin
  readonly redirect: string | null
  readonly isProvider: boolean
  /** Of an OpenID Connect interaction. */
  readonly uid: string | null
  /** Of a request that wants more proven in the session that is open. */
  readonly stepUp: string | null
  readonly information: Information
  /** The application that asks; null where none does, `ended` where its request is over. */
  readonly application: Promise<Application | 'ended'> | null
}

const offersSignUp = ({ signUpUrl, signUp }: Information): boolean =>
  signUpUrl !== null || signUp !== null

/** For this service itself, not for an application, and in no session that is open. */
const isOwn = ({ application, stepUp }: SignInPageProps): boolean =>
  application === null && stepUp === null

export const SignInPage = (props: SignInPageProps) => {
  const application = props.application === null ? null : use(props.application)
  const isStepUp = application !== 'ended' && application?.stepUp === true
  const stepUp = isStepUp ? props.uid : props.stepUp
  const flow = useSignIn({ origin: props.origin, redirect: props.redirect, first: null, stepUp })
  const { position } = flow
  if (application === 'ended' || position.at === 'ended') return <ErrorPage code="expired" />
  if (flow.isBeginning) return <Waiting />
  if (position.at !== 'identify') {
    return <Flow flow={flow} canReset={props.information.passwordResetEnabled} />
  }
  return (
    <Identify
      flow={flow}
      hasExpired={position.notice === 'expired'}
      isSetupOpen={props.information.setupOpen}
      offersPasskey={props.information.passkeyEnabled}
      providers={props.information.identityProviders}
      offersSignUp={offersSignUp(props.information) && !props.isProvider}
      isProvider={props.isProvider}
      spIdentityProvider={isOwn(props) ? props.information.spIdentityProvider : null}
      applicationName={application?.applicationName ?? props.information.applicationName}
      firstUserId={flow.userId === '' ? (application?.loginHint ?? '') : flow.userId}
    />
  )
}
