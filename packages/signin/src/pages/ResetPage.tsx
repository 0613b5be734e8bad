import { type ResetFlow, useReset } from '../flow/use-reset.ts'
import { openPage } from '../leave.ts'
import { FactorStep } from '../steps/FactorStep.tsx'
import { IdentifyStep } from '../steps/IdentifyStep.tsx'
import NewPasswordStep from '../steps/NewPasswordStep.tsx'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Step } from '../ui/Step.tsx'

const ToSignIn = () => {
  const say = useSay()
  return (
    <Button kind="link" icon="back" onPress={() => openPage('/')}>
      {say('reset.backToSignIn')}
    </Button>
  )
}

const NotAvailable = () => {
  const say = useSay()
  return (
    <Step title={say('reset.notAvailable.title')} text={say('reset.notAvailable.text')}>
      <ToSignIn />
    </Step>
  )
}

const Done = () => {
  const say = useSay()
  return (
    <Step title={say('reset.done.title')} text={say('reset.done.text')}>
      <Button onPress={() => openPage('/')}>{say('reset.done.signIn')}</Button>
    </Step>
  )
}

interface NameProps {
  readonly flow: ResetFlow
  readonly first: string
  readonly hasExpired: boolean
}

const Name = ({ flow, first, hasExpired }: NameProps) => {
  const say = useSay()
  return (
    <Step title={say('reset.title')} text={say('reset.text')}>
      {hasExpired ? <Notice kind="warning">{say('reset.expired')}</Notice> : null}
      <IdentifyStep first={flow.userId || first} onUserId={flow.identify} withPasskeys={false}>
        <ToSignIn />
      </IdentifyStep>
    </Step>
  )
}

interface ResetPageProps {
  /** From the address, to begin with. */
  readonly userId: string
  readonly isEnabled: boolean
}

/** A forgotten password: who it is, the proofs, the new password. */
const ResetPage = ({ userId, isEnabled }: ResetPageProps) => {
  const say = useSay()
  const flow = useReset()
  const { standing } = flow
  if (!isEnabled || standing.at === 'stuck') return <NotAvailable />
  if (standing.at === 'done') return <Done />
  if (standing.at === 'identify') {
    return <Name flow={flow} first={userId} hasExpired={standing.notice === 'expired'} />
  }
  if (standing.at === 'newPassword') {
    return (
      <NewPasswordStep
        title={say('reset.choose.title')}
        text={say('reset.choose.text')}
        userId={flow.userId}
        judge={flow.judge}
        onPassword={flow.complete}
      />
    )
  }
  return (
    <FactorStep
      door={flow.door}
      position={standing}
      asksTrust={false}
      sparedDays={null}
      userId={flow.userId}
      onChangeUser={flow.startOver}
      onForgot={null}
      onChoose={flow.choose}
      onAnother={flow.another}
    />
  )
}

export default ResetPage
