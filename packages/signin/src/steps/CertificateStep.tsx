import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'

/** The certificate that the browser has shown in TLS: there is nothing to type. */
const CertificateStep = ({ door, choice, trust, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  const { run, isBusy, text } = useAction(() => door.prove(choice.type, {}))
  return (
    <Step title={say('methods.certificate.title')} text={say('methods.certificate.text')}>
      <Form onSubmit={run}>
        <Account userId={userId} onChange={onChangeUser} />
        <ErrorText text={text} />
        {trust}
        <Button icon="recovery" isBusy={isBusy}>
          {say('methods.certificate.submit')}
        </Button>
      </Form>
    </Step>
  )
}

export default CertificateStep
