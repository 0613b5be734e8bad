import { useSay } from '../texts/language.tsx'
import { useTheme } from '../theme/theme-context.tsx'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'
import { useCode } from './use-code.ts'

/** A code of the authenticator app. */
const TokenStep = ({ door, choice, trust, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  const { companyName } = useTheme()
  const { field, isBusy, submit } = useCode((response) => door.prove('TOKEN', { response }))
  return (
    <Step
      title={say('methods.token.title')}
      text={say('methods.token.text', { company: companyName })}
    >
      <Form onSubmit={submit}>
        <Account userId={userId} onChange={onChangeUser} />
        <CodeField
          {...field}
          length={choice.variableLength === true ? null : 6}
          label={say(choice.variableLength === true ? 'methods.otp.label' : 'methods.token.label')}
        />
        {trust}
        <Button isBusy={isBusy}>{say('methods.submit')}</Button>
      </Form>
    </Step>
  )
}

export default TokenStep
