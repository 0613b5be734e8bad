import Stack from '@mui/material/Stack'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useText } from '../../lib/i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PasskeyRefusal } from './sign-with-passkey.ts'
import type { Choice, State } from './step-up-calls.ts'

/** What every way to prove it is given. */
export interface ProofStepProps {
  readonly choice: Choice
  readonly authToken: string
  readonly onAdvance: (next: State) => void
}

/** The app was asked, and did not approve. */
export class PushDeclined extends Error {}

/** Runs one attempt at a time and keeps its failure to be shown. */
export const useAttempt = () => {
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
      const isCancelled = error instanceof PasskeyRefusal
      const isDeclined = error instanceof PushDeclined
      if (isCancelled) setFailure(text('authenticators:proof.passkeyCancelled'))
      else setFailure(isDeclined ? text('authenticators:proof.pushEnded') : errorText(error))
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

export const StepForm = ({ failure, onSubmit, children }: StepFormProps) => {
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
