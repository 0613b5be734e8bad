import { useState } from 'react'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { useFirstAction } from '../ui/use-action.ts'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'
import { useCode } from './use-code.ts'

/** Asks when the step is shown, and again after each wrong answer. */
const useQuestion = (door: FactorStepProps['door']) => {
  const [question, setQuestion] = useState<string | null>(null)
  const action = useFirstAction(async () => {
    const { tokenChallenge } = await door.challenge('TOKENCR', null)
    setQuestion(tokenChallenge)
  })
  return { ...action, question }
}

/** What the token answers to a number. */
const QuestionStep = ({ door, trust, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  const asking = useQuestion(door)
  const { field, isBusy, submit } = useCode((response) => door.prove('TOKENCR', { response }))
  return (
    <Step title={say('methods.question.title')} text={say('methods.question.text')}>
      <Account userId={userId} onChange={onChangeUser} />
      <output className="question">{asking.question}</output>
      <ErrorText text={asking.text} />
      <Form onSubmit={submit}>
        <CodeField {...field} length={null} label={say('methods.question.label')} />
        {trust}
        <Button isBusy={isBusy || asking.isBusy}>{say('methods.submit')}</Button>
      </Form>
    </Step>
  )
}

export default QuestionStep
