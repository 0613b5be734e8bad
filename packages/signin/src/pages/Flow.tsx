import { lazy } from 'react'
import { loadPart } from '../calls/lost-connection.ts'
import type { SignInFlow } from '../flow/use-sign-in.ts'
import { openPage } from '../leave.ts'
import { FactorStep } from '../steps/FactorStep.tsx'
import { useSay } from '../texts/language.tsx'
import { Step } from '../ui/Step.tsx'

/** Fetched when a sign-in demands it: most do not. */
const EnrollStep = lazy(() => loadPart(() => import('../steps/EnrollStep.tsx')))
const NewPasswordStep = lazy(() => loadPart(() => import('../steps/NewPasswordStep.tsx')))
const RecoveryCodesStep = lazy(() => loadPart(() => import('../steps/RecoveryCodesStep.tsx')))

interface FlowProps {
  readonly flow: SignInFlow
  readonly canReset: boolean
  /** Whose account it is where no user id was asked for. */
  readonly userId?: string
}

/** All steps after the user id. */
export const Flow = ({ flow, canReset, userId = flow.userId }: FlowProps) => {
  const say = useSay()
  const { position } = flow
  switch (position.at) {
    case 'factor':
      return (
        <FactorStep
          door={flow.door}
          position={position}
          asksTrust
          sparedDays={flow.sparedDays}
          userId={userId}
          onChangeUser={flow.changeUser}
          onForgot={canReset ? () => openPage(`/reset/${encodeURIComponent(userId)}`) : null}
          onChoose={flow.choose}
          onAnother={flow.another}
        />
      )
    case 'changePassword':
      return (
        <NewPasswordStep
          title={say('passwords.change.title')}
          text={say('passwords.change.text')}
          userId={userId}
          onPassword={flow.changePassword}
        />
      )
    case 'enroll':
      return <EnrollStep flow={flow} allowed={position.methods} />
    case 'recoveryCodes':
      return <RecoveryCodesStep userId={userId} onDone={flow.codesKept} />
    case 'stuck':
      return <Step title={say('sign-in.noWay.title')} text={say('sign-in.noWay.text')} />
    case 'leave':
      return <Step title={say('sign-in.done.title')} text={say('sign-in.done.text')} />
    default:
      return null
  }
}
