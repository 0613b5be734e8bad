import { useState } from 'react'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'

export const RecoveryStep = ({ door, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  const [code, setCode] = useState('')
  const { run, clear, isBusy, text } = useAction(() =>
    door.prove('RECOVERY_CODE', { response: code.trim() }),
  )
  const type = (value: string): void => {
    setCode(value)
    clear()
  }
  return (
    <Step title={say('methods.recovery.title')} text={say('methods.recovery.text')}>
      <Form onSubmit={run}>
        <Account userId={userId} onChange={onChangeUser} />
        <Field
          label={say('methods.recovery.label')}
          value={code}
          onValue={type}
          error={text}
          type="text"
          name="recovery-code"
          className="code"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={64}
          isFirst
        />
        <Button isBusy={isBusy}>{say('methods.submit')}</Button>
      </Form>
    </Step>
  )
}
