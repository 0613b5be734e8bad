import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { type ProofStepProps, PushDeclined, StepForm, useAttempt } from './StepForm.tsx'
import { awaitPush, challenge, prove } from './step-up-calls.ts'

/** The person approves in their app, with the number that stands here. */
export const PushProof = ({ choice, authToken, onAdvance }: ProofStepProps) => {
  const text = useText('authenticators')
  const { isPending, failure, run } = useAttempt()
  const [number, setNumber] = useState<string | null>(null)
  const ask = (): Promise<void> =>
    run(async () => {
      const { push, authToken: next } = await challenge(authToken, choice)
      setNumber(push?.number ?? null)
      const isApproved = await awaitPush(next)
      setNumber(null)
      if (!isApproved) throw new PushDeclined()
      onAdvance(await prove(next, choice.type, {}))
    })
  return (
    <StepForm failure={failure} onSubmit={() => void ask()}>
      <Typography variant="body2" role="status">
        {number === null
          ? text('authenticators:proof.approve')
          : text('authenticators:proof.push', { number })}
      </Typography>
      <Button type="submit" kind="primary" isPending={isPending} fullWidth autoFocus>
        {text('authenticators:proof.ask')}
      </Button>
    </StepForm>
  )
}
