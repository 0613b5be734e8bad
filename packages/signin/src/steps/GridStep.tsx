import { useState } from 'react'
import { CallFailure } from '../calls/failures.ts'
import type { Challenge } from '../flow/answers.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { useFirstAction } from '../ui/use-action.ts'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'
import { useCode } from './use-code.ts'

type Asked = NonNullable<Challenge['gridChallenge']>

/** Asks for the cells; again when the service has given them up. */
const useCells = ({ door }: Pick<FactorStepProps, 'door'>) => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { run, text } = useFirstAction(async () => {
    setAsked((await door.challenge('GRID', null)).gridChallenge)
  })
  return { asked, ask: run, failure: text }
}

/** The places of the cells, to be read at a glance and aloud. */
const Cells = ({ asked }: { readonly asked: Asked }) => {
  const say = useSay()
  return (
    <ol className="cells">
      {asked.challenge.map(({ column, row }) => (
        <li key={`${column}${row}`}>
          <span aria-hidden="true">{`${column}${row}`}</span>
          <span className="visually-hidden">{say('methods.grid.cell', { column, row })}</span>
        </li>
      ))}
    </ol>
  )
}

const GridStep = ({ door, trust, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  const { asked, ask, failure } = useCells({ door })
  const { field, isBusy, submit } = useCode(async (response) => {
    try {
      await door.prove('GRID', { response })
    } catch (error) {
      if (error instanceof CallFailure && error.code === 'grid_challenge_expired') await ask()
      throw error
    }
  })
  const { onFull: _, ...typed } = field
  return (
    <Step title={say('methods.grid.title')} text={say('methods.grid.text')}>
      <Form onSubmit={submit}>
        <Account userId={userId} onChange={onChangeUser} />
        {asked === null ? null : <Cells asked={asked} />}
        <ErrorText text={failure} />
        <Field
          {...typed}
          label={say('methods.grid.label')}
          type="text"
          name="grid"
          className="code"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          isFirst
        />
        {trust}
        <Button isBusy={isBusy}>{say('methods.submit')}</Button>
      </Form>
    </Step>
  )
}

export default GridStep
