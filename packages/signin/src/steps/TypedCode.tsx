import { useState } from 'react'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'

interface TypedCodeProps extends FactorStepProps {
  readonly method: 'RECOVERY_CODE' | 'TEMP_ACCESS_CODE' | 'EXTERNAL'
  readonly title: string
  readonly text?: string
  readonly label: string
  readonly name: string
}

/** A code of letters and digits that stands in for the second factor. */
export const TypedCode = (props: TypedCodeProps) => {
  const { door, userId, onChangeUser, method, label, name, ...head } = props
  const say = useSay()
  const [code, setCode] = useState('')
  const { run, clear, isBusy, text } = useAction(() =>
    door.prove(method, { response: code.trim() }),
  )
  const type = (value: string): void => {
    setCode(value)
    clear()
  }
  return (
    <Step title={head.title} text={head.text}>
      <Form onSubmit={run}>
        <Account userId={userId} onChange={onChangeUser} />
        <Field
          label={label}
          value={code}
          onValue={type}
          error={text}
          type="text"
          name={name}
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
