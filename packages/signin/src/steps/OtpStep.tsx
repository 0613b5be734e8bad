import { useEffect, useRef, useState } from 'react'
import { localTime } from '../calls/server-clock.ts'
import type { Challenge, Delivery } from '../flow/answers.ts'
import { type Say, useSay } from '../texts/language.tsx'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { useSecondsUntil } from '../ui/use-countdown.ts'
import { Account } from './Account.tsx'
import { DeliveryChoice } from './DeliveryChoice.tsx'
import type { FactorStepProps } from './factor-step.ts'
import { useCode } from './use-code.ts'

type Sent = NonNullable<Challenge['otp']>

const none: readonly Delivery[] = []

/** Sends codes; the first by itself where there is one place alone that it can go to. */
const useSending = ({ door, choice }: Pick<FactorStepProps, 'door' | 'choice'>) => {
  const say = useSay()
  const deliveries = choice.deliveries ?? none
  const [sent, setSent] = useState<Sent | null>(null)
  const place = useRef<Delivery | null>(deliveries[0] ?? null)
  const action = useAction(async (delivery: Delivery | null) => {
    place.current = delivery
    const { otp } = await door.challenge('OTP', delivery)
    if (sent !== null) announce(say('methods.otp.resent'))
    setSent(otp)
  })
  const isBegun = useRef(false)
  const { run } = action
  useEffect(() => {
    if (isBegun.current || deliveries.length > 1) return
    isBegun.current = true
    void run(deliveries[0] ?? null)
  }, [run, deliveries])
  return { ...action, deliveries, sent, sendAgain: () => void run(place.current) }
}

/** Whoever resets a password is not told where to: the account may not be theirs. */
const sentText = (say: Say, { hint }: Sent): string =>
  hint === '' ? say('methods.otp.sentSomewhere') : say('methods.otp.sent', { hint })

/** A code that is sent to the person. */
const OtpStep = ({ door, choice, trust, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  const sending = useSending({ door, choice })
  const { sent, deliveries } = sending
  if (sent === null && deliveries.length > 1) {
    return (
      <Step key="where" title={say('methods.otp.name')} text={say('methods.otp.where')}>
        <Account userId={userId} onChange={onChangeUser} />
        <DeliveryChoice
          deliveries={deliveries}
          onSend={sending.run}
          isBusy={sending.isBusy}
          error={sending.text}
        />
      </Step>
    )
  }
  const text = sent === null ? say('methods.otp.sending') : sentText(say, sent)
  return (
    <Step
      key="code"
      title={say('methods.otp.title')}
      text={sending.failure === null ? text : undefined}
    >
      <Account userId={userId} onChange={onChangeUser} />
      <OtpCode door={door} trust={trust} />
      <Resend sent={sent} isBusy={sending.isBusy} error={sending.text} onSend={sending.sendAgain} />
    </Step>
  )
}

const OtpCode = ({ door, trust }: Pick<FactorStepProps, 'door' | 'trust'>) => {
  const say = useSay()
  const { field, isBusy, submit } = useCode((response) => door.prove('OTP', { response }))
  return (
    <Form onSubmit={submit}>
      <CodeField {...field} length={null} label={say('methods.otp.label')} />
      {trust}
      <Button isBusy={isBusy}>{say('methods.submit')}</Button>
    </Form>
  )
}

interface ResendProps {
  readonly sent: Sent | null
  readonly isBusy: boolean
  readonly error: string | null
  readonly onSend: () => void
}

const Resend = ({ sent, isBusy, error, onSend }: ResendProps) => {
  const say = useSay()
  const seconds = useSecondsUntil(sent === null ? null : localTime(sent.resendAfter))
  return (
    <div className="resend">
      <ErrorText text={error} />
      <Button kind="link" isBusy={isBusy} isDisabled={seconds > 0} onPress={onSend}>
        {seconds > 0 ? say('methods.otp.resendIn', { seconds }) : say('methods.otp.resend')}
      </Button>
    </div>
  )
}

export default OtpStep
