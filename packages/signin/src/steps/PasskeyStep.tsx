import { useCallback } from 'react'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'
import { usePasskey } from './use-passkey.ts'

/** A passkey or security key. */
export const PasskeyStep = ({ door, choice, trust, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  const { type } = choice
  const { challenge } = door
  const prepare = useCallback(() => challenge(type, null), [challenge, type])
  const { sign, drop } = usePasskey(prepare)
  const { run, isBusy, text } = useAction(async () => {
    try {
      await door.prove(type, { fidoResponse: await sign() })
    } catch (error) {
      drop()
      throw error
    }
  })
  return (
    <Step title={say('methods.passkey.title')} text={say('methods.passkey.text')}>
      <Form onSubmit={run}>
        <Account userId={userId} onChange={onChangeUser} />
        <ErrorText text={text} />
        {trust}
        <Button icon="passkey" isBusy={isBusy}>
          {isBusy ? say('methods.passkey.waiting') : say('methods.passkey.submit')}
        </Button>
      </Form>
    </Step>
  )
}
