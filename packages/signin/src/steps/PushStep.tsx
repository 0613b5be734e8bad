import { type Key, useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Step } from '../ui/Step.tsx'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'
import { usePush } from './use-push.ts'

const endings = {
  DENIED: 'methods.push.denied',
  CONCERN: 'methods.push.denied',
  REPLACED: 'methods.push.replaced',
  EXPIRED: 'methods.push.expired',
} as const satisfies Readonly<Record<string, Key>>

/** The person answers in the app on their phone; this page waits. */
const PushStep = ({ door, trust, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  const { number, ended, isBusy, text, again } = usePush(door)
  const hasNumber = typeof number === 'string'
  const wanted = say(hasNumber ? 'methods.push.number' : 'methods.push.text')
  // Once it has ended there is nothing left to be done in the app.
  return (
    <Step title={say('methods.push.title')} text={ended === null ? wanted : undefined}>
      <Account userId={userId} onChange={onChangeUser} />
      {hasNumber && isBusy ? (
        <p className="push-number" role="status">
          {number}
        </p>
      ) : null}
      <ErrorText text={ended === null ? text : say(endings[ended])} />
      {trust}
      <Button kind="plain" isBusy={isBusy} onPress={again}>
        {say('methods.push.again')}
      </Button>
    </Step>
  )
}

export default PushStep
