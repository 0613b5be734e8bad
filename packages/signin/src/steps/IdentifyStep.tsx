import { type ReactNode, useState } from 'react'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { useAction } from '../ui/use-action.ts'

interface IdentifyStepProps {
  readonly first: string
  readonly onUserId: (userId: string) => Promise<void>
  /** Offers passkeys in the browser's list of user ids. */
  readonly withPasskeys: boolean
  readonly children?: ReactNode
}

/** Asks who signs in. Nothing in what follows tells whether the user exists. */
export const IdentifyStep = ({ first, onUserId, withPasskeys, children }: IdentifyStepProps) => {
  const say = useSay()
  const [userId, setUserId] = useState(first)
  const [isEmpty, setEmpty] = useState(false)
  const { run, clear, isBusy, text } = useAction(async () => {
    const typed = userId.trim()
    setEmpty(typed === '')
    if (typed !== '') await onUserId(typed)
  })
  const type = (value: string): void => {
    setUserId(value)
    setEmpty(false)
    clear()
  }
  return (
    <Form onSubmit={run}>
      <Field
        label={say('sign-in.userId')}
        value={userId}
        onValue={type}
        error={isEmpty ? say('setup.required') : text}
        type="text"
        name="username"
        autoComplete={withPasskeys ? 'username webauthn' : 'username'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={1024}
        isFirst
      />
      <Button isBusy={isBusy}>{say('sign-in.next')}</Button>
      {children}
    </Form>
  )
}
