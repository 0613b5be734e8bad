import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { optionsOfAttempt } from '@signet/rules/passkeys'
import { useEffect, useRef, useState } from 'react'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { PushProof } from './PushProof.tsx'
import { type ProofStepProps, StepForm, useAttempt } from './StepForm.tsx'
import { signWithPasskey } from './sign-with-passkey.ts'
import { challenge, type Proof, prove } from './step-up-calls.ts'

const PasskeyProof = ({ choice, authToken, onAdvance }: ProofStepProps) => {
  const text = useText('authenticators')
  const { isPending, failure, run } = useAttempt()
  const attempts = useRef(0)
  const submit = (): Promise<void> =>
    run(async () => {
      const { fidoChallenge, authToken: next } = await challenge(authToken, choice)
      const attempt = attempts.current
      attempts.current += 1
      const fidoResponse = await signWithPasskey(optionsOfAttempt(fidoChallenge ?? {}, attempt))
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

/** Cells of a grid card are named first, then their contents are typed. */
const CellProof = (props: ProofStepProps) => {
  const text = useText('authenticators')
  const { choice, authToken } = props
  const { failure, run } = useAttempt()
  const [asked, setAsked] = useState<{ cells: string; authToken: string } | null>(null)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void run(async () => {
      const { gridChallenge, authToken: next } = await challenge(authToken, choice)
      const cells = gridChallenge?.challenge.map(({ column, row }) => `${column}${row}`) ?? []
      setAsked({ cells: cells.join(' · '), authToken: next })
    })
  })
  return (
    <Stack spacing={2}>
      <ErrorNotice error={failure} />
      <Typography variant="body2">{text('authenticators:cards.type')}</Typography>
      <Typography variant="h3" component="p" translate="no">
        {asked?.cells ?? ''}
      </Typography>
      {asked !== null && <TypedProof {...props} authToken={asked.authToken} />}
    </Stack>
  )
}

/** A number is asked for first, which the token answers. */
const AskedProof = (props: ProofStepProps) => {
  const text = useText('authenticators')
  const { choice, authToken } = props
  const { isPending, failure, run } = useAttempt()
  const [asked, setAsked] = useState<{ question: string; authToken: string } | null>(null)
  const ask = (): Promise<void> =>
    run(async () => {
      const answer = await challenge(authToken, choice)
      setAsked({ question: answer.tokenChallenge ?? '', authToken: answer.authToken })
    })
  if (asked === null) {
    return (
      <StepForm failure={failure} onSubmit={() => void ask()}>
        <Button type="submit" kind="primary" isPending={isPending} fullWidth>
          {text('authenticators:proof.prove')}
        </Button>
      </StepForm>
    )
  }
  return (
    <Stack spacing={2}>
      <Typography variant="body2">
        {text('authenticators:proof.question', { question: asked.question })}
      </Typography>
      <TypedProof {...props} authToken={asked.authToken} />
    </Stack>
  )
}

/** A face is compared by the provider, on a page of its own; here one says that it is done. */
const FaceProof = ({ choice, authToken, onAdvance }: ProofStepProps) => {
  const text = useText('authenticators')
  const { isPending, failure, run } = useAttempt()
  const [asked, setAsked] = useState<{ url: string; authToken: string } | null>(null)
  const submit = (): Promise<void> =>
    run(async () => {
      if (asked === null) {
        const answer = await challenge(authToken, choice)
        if (answer.face !== null) setAsked({ url: answer.face.url, authToken: answer.authToken })
        return
      }
      onAdvance(await prove(asked.authToken, choice.type, {}))
    })
  return (
    <StepForm failure={failure} onSubmit={() => void submit()}>
      <Typography variant="body2">{text('authenticators:proof.face')}</Typography>
      {asked !== null && (
        <a href={asked.url} target="_blank" rel="noopener noreferrer">
          {text('authenticators:proof.openFace')}
        </a>
      )}
      <Button type="submit" kind="primary" isPending={isPending} fullWidth>
        {text('authenticators:proof.confirm')}
      </Button>
    </StepForm>
  )
}

/** Proves one factor by the chosen way. */
export const ProofStep = (props: ProofStepProps) => {
  const { type } = props.choice
  if (type === 'PASSKEY' || type === 'FIDO') return <PasskeyProof {...props} />
  if (type === 'GRID') return <CellProof {...props} />
  if (type === 'FACE') return <FaceProof {...props} />
  if (type === 'TOKENCR') return <AskedProof {...props} />
  if (type === 'TOKENPUSH') return <PushProof {...props} />
  return type === 'OTP' ? <SentProof {...props} /> : <TypedProof {...props} />
}
