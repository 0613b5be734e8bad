import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import type { EnrollProps } from './EnrollApp.tsx'
import { createPasskey } from './new-passkey.ts'

export const EnrollPasskey = ({ flow }: EnrollProps) => {
  const say = useSay()
  const { run, isBusy, text } = useAction(async () => {
    const { fidoOptions } = await flow.startEnrollment('FIDO')
    const fidoResponse = await createPasskey(fidoOptions)
    await flow.completeEnrollment('FIDO', { fidoResponse })
  })
  return (
    <Step title={say('enrollment.passkey.title')} text={say('enrollment.passkey.text')}>
      <Form onSubmit={run}>
        <ErrorText text={text} />
        <Button icon="passkey" isBusy={isBusy}>
          {isBusy ? say('methods.passkey.waiting') : say('enrollment.passkey.submit')}
        </Button>
      </Form>
    </Step>
  )
}
