import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { PasskeyRefusal, signWithPasskey } from './sign-with-passkey.ts'
import { type Choice, challenge, type Proof, prove, type State } from './step-up-calls.ts'

interface ProofStepProps {
  readonly choice: Choice
  readonly authToken: string
  readonly onAdvance: (next: State) => void
}

/** Runs one attempt at a time and keeps its failure to be shown. */
const useAttempt = () => {
  const text = useText('authenticators')
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (attempt: () => Promise<void>): Promise<void> => {
    if (isPending) return
    setIsPending(true)
    setFailure(null)
    try {
      await attempt()
    } catch (error) {
      const isRefusal = error instanceof PasskeyRefusal
      setFailure(isRefusal ? text('authenticators:proof.passkeyCancelled') : errorText(error))
    } finally {
      setIsPending(false)
    }
  }
  return { isPending, failure, run }
}

interface StepFormProps {
  readonly failure: string | null
  readonly onSubmit: () => void
  readonly children: ReactNode
}

const StepForm = ({ failure, onSubmit, children }: StepFormProps) => {
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form noValidate onSubmit={handleSubmit}>
      <Stack spacing={2}>
        {children}
        {failure !== null && <Notice severity="error">{failure}</Notice>}
      </Stack>
    </form>
  )
}

const PasskeyProof = ({ choice, authToken, onAdvance }: ProofStepProps) => {
  const text = useText('authenticators')
  const { isPending, failure, run } = useAttempt()
  const submit = (): Promise<void> =>
    run(async () => {
      const { fidoChallenge, authToken: next } = await challenge(authToken, choice)
      const fidoResponse = await signWithPasskey(fidoChallenge ?? {})
      onAdvance(await prove(next, choice.type, { fidoResponse }))
    })
  return (
    <StepForm failure={failure} onSubmit={() => void submit()}>
      <Typography variant="body2">{text('authenticators:proof.passkey')}</Typography>
      <Button type="submit" kind="primary" isPending={isPending} fullWidth autoFocus>
        {text('authenticators:proof.usePasskey')}
      </Button>
    </StepForm>
  )
}

const TypedProof = ({ choice, authToken, onAdvance }: ProofStepProps) => {
  const text = useText('authenticators')
  const [typed, setTyped] = useState('')
  const { isPending, failure, run } = useAttempt()
  const isPassword = choice.type === 'PASSWORD'
  const send = (proof: Proof): Promise<void> =>
    run(async () => onAdvance(await prove(authToken, choice.type, proof)))
  return (
    <StepForm failure={failure} onSubmit={() => void send({ response: typed })}>
      <TextInput
        label={text(`authenticators:proof.kinds.${choice.type}`)}
        type={isPassword ? 'password' : 'text'}
        autoComplete={isPassword ? 'current-password' : 'one-time-code'}
        value={typed}
        onChange={setTyped}
        autoFocus
      />
      <Button
        type="submit"
        kind="primary"
        isPending={isPending}
        isDisabled={typed === ''}
        fullWidth
      >
        {text('authenticators:proof.confirm')}
      </Button>
    </StepForm>
  )
}

/** A code by message is sent first, then typed. */
const SentProof = (props: ProofStepProps) => {
  const text = useText('authenticators')
  const { choice, authToken } = props
  const { isPending, failure, run } = useAttempt()
  const [sent, setSent] = useState<{ hint: string; authToken: string } | null>(null)
  const send = (): Promise<void> =>
    run(async () => {
      const answer = await challenge(authToken, choice)
      setSent({ hint: answer.otp?.hint ?? '', authToken: answer.authToken })
    })
  if (sent === null) {
    return (
      <StepForm failure={failure} onSubmit={() => void send()}>
        <Button type="submit" kind="primary" isPending={isPending} fullWidth>
          {text('authenticators:proof.send')}
        </Button>
      </StepForm>
    )
  }
  return (
    <Stack spacing={2}>
      <Typography variant="body2">
        {text('authenticators:proof.sent', { hint: sent.hint })}
      </Typography>
      <TypedProof {...props} authToken={sent.authToken} />
    </Stack>
  )
}

/** Proves one factor by the chosen way. */
export const ProofStep = (props: ProofStepProps) => {
  const { type } = props.choice
  if (type === 'PASSKEY' || type === 'FIDO') return <PasskeyProof {...props} />
  return type === 'OTP' ? <SentProof {...props} /> : <TypedProof {...props} />
}
