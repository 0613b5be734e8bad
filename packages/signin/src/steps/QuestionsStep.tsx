import { useState } from 'react'
import type { Challenge } from '../flow/answers.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction, useFirstAction } from '../ui/use-action.ts'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'

type Question = NonNullable<Challenge['kbaChallenge']>['userQuestions'][number]

/** Asks for the questions once. */
const useQuestions = (door: FactorStepProps['door']) => {
  const [questions, setQuestions] = useState<readonly Question[] | null>(null)
  const { text } = useFirstAction(async () => {
    const { kbaChallenge } = await door.challenge('KBA', null)
    setQuestions(kbaChallenge?.userQuestions ?? [])
  })
  return { questions, text }
}

interface AnswersProps {
  readonly questions: readonly Question[]
  readonly door: FactorStepProps['door']
}

const Answers = ({ questions, door }: AnswersProps) => {
  const say = useSay()
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const { run, clear, isBusy, text } = useAction(() =>
    door.prove('KBA', {
      kbaResponse: {
        userQuestions: questions.map(({ id }) => ({ id, answer: answers[id] ?? '' })),
      },
    }),
  )
  return (
    <Form onSubmit={run}>
      {questions.map(({ id, question }, index) => (
        <Field
          key={id}
          label={question}
          value={answers[id] ?? ''}
          onValue={(value) => {
            setAnswers((before) => ({ ...before, [id]: value }))
            clear()
          }}
          error={index === questions.length - 1 ? text : null}
          type="text"
          name={`answer-${index + 1}`}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          isFirst={index === 0}
        />
      ))}
      <Button isBusy={isBusy}>{say('methods.submit')}</Button>
    </Form>
  )
}

/** What only this person knows; the same questions until they are answered right. */
const QuestionsStep = ({ door, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  const { questions, text } = useQuestions(door)
  return (
    <Step key={questions === null ? 'wait' : 'ask'} title={say('methods.questions.title')}>
      <Account userId={userId} onChange={onChangeUser} />
      <ErrorText text={text} />
      {questions === null ? null : <Answers questions={questions} door={door} />}
    </Step>
  )
}

export default QuestionsStep
