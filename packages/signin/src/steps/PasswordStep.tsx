import { useRef, useState } from 'react'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'

export const PasswordStep = ({ door, trust, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  const [password, setPassword] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { run, clear, isBusy, text } = useAction(async () => {
    try {
      await door.prove('PASSWORD', { response: password })
    } catch (error) {
      input.current?.select()
      input.current?.focus()
      throw error
    }
  })
  const type = (value: string): void => {
    setPassword(value)
    clear()
  }
  return (
    <Step title={say('methods.password.title')}>
      <Form onSubmit={run}>
        <Account userId={userId} onChange={onChangeUser} />
        <PasswordField
          label={say('methods.password.label')}
          autoComplete="current-password"
          value={password}
          onValue={type}
          error={text}
          isFirst
          inputRef={input}
        />
        {trust}
        <Button isBusy={isBusy}>{say('sign-in.next')}</Button>
      </Form>
    </Step>
  )
}
