import { useRef, useState } from 'react'
import { RuleList } from '../passwords/RuleList.tsx'
import { type Judge, useRules } from '../passwords/use-rules.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { Account } from './Account.tsx'

interface NewPasswordStepProps {
  readonly title: string
  readonly text: string
  readonly userId: string
  readonly judge?: Judge | null
  readonly onPassword: (password: string) => Promise<void>
}

/** The password as it is typed, and what is known of it. */
const useNewPassword = (judge: Judge | null, save: (password: string) => Promise<void>) => {
  const [password, setPassword] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { lines, warnings, refused } = useRules({ password, judge })
  const action = useAction(async () => {
    setEmpty(password === '')
    if (password === '') return input.current?.focus()
    try {
      await save(password)
    } catch (error) {
      refused(error)
      input.current?.focus()
      throw error
    }
  })
  const { clear } = action
  const type = (value: string): void => {
    setPassword(value)
    setEmpty(false)
    clear()
  }
  return { ...action, password, isEmpty, input, lines, warnings, type }
}

/** A new password, once: it can be looked at, so that nobody types it twice. */
const NewPasswordStep = ({
  title,
  text,
  userId,
  judge = null,
  onPassword,
}: NewPasswordStepProps) => {
  const say = useSay()
  const { password, isEmpty, input, lines, warnings, type, run, isBusy, ...action } =
    useNewPassword(judge, onPassword)
  return (
    <Step title={title} text={text}>
      <Form onSubmit={run}>
        <Account userId={userId} onChange={null} />
        <PasswordField
          label={say('passwords.label')}
          autoComplete="new-password"
          value={password}
          onValue={type}
          error={isEmpty ? say('setup.required') : action.text}
          hint={say('passwords.hint')}
          isFirst
          inputRef={input}
        />
        <RuleList lines={lines} />
        {warnings.includes('radius_too_long') ? (
          <p role="status">{say('passwords.notForRadius')}</p>
        ) : null}
        <Button isBusy={isBusy}>{say('passwords.submit')}</Button>
      </Form>
    </Step>
  )
}

export default NewPasswordStep
