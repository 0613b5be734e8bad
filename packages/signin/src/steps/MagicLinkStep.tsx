import { useEffect, useState } from 'react'
import { isFailure } from '../calls/failures.ts'
import { localTime } from '../calls/server-clock.ts'
import type { Challenge } from '../flow/answers.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Step } from '../ui/Step.tsx'
import { useFirstAction } from '../ui/use-action.ts'
import { useSecondsUntil } from '../ui/use-countdown.ts'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'

type Sent = NonNullable<Challenge['magicLink']>

const askEveryMillis = 4000

/** Asks every few seconds whether the link was confirmed elsewhere, until it is or is over. */
const useWaiting = (isWaiting: boolean, poll: FactorStepProps['door']['poll']): boolean => {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isWaiting || isOver || poll === undefined) return undefined
    const timer = setInterval(() => {
      // What is not answered now is asked again.
      poll('MAGICLINK').catch((error: unknown) => {
        if (isFailure(error, 'magic_link_invalid')) setOver(true)
      })
    }, askEveryMillis)
    return () => clearInterval(timer)
  }, [isWaiting, isOver, poll])
  return isOver
}

/** A link that is mailed: the first by itself. */
const useSending = (door: FactorStepProps['door']) => {
  const [sent, setSent] = useState<Sent | null>(null)
  const action = useFirstAction(async () => {
    const { magicLink } = await door.challenge('MAGICLINK', null)
    setSent(magicLink)
  })
  return { ...action, sent }
}

/** Waits for a link that was mailed to be opened, here or elsewhere. */
const MagicLinkStep = ({ door, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  const { sent, run, isBusy, text } = useSending(door)
  const isOver = useWaiting(sent !== null, door.poll)
  const seconds = useSecondsUntil(sent === null ? null : localTime(sent.resendAfter))
  return (
    <Step
      title={say('methods.magicLink.title')}
      text={sent === null ? undefined : say('methods.magicLink.sent')}
    >
      <Account userId={userId} onChange={onChangeUser} />
      <ErrorText text={text ?? (isOver ? say('sign-in.expired') : null)} />
      <div className="resend">
        <Button kind="link" isBusy={isBusy} isDisabled={seconds > 0} onPress={() => void run()}>
          {say('methods.magicLink.resend')}
        </Button>
      </div>
    </Step>
  )
}

export default MagicLinkStep
