import Stack from '@mui/material/Stack'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { useText } from '../../lib/i18n.ts'
import { SaidError } from '../../lib/said-error.ts'
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
  const [failure, setFailure] = useState<unknown>(null)
  const run = async (attempt: () => Promise<void>): Promise<void> => {
    if (isPending) return
    setIsPending(true)
    setFailure(null)
    try {
      await attempt()
    } catch (error) {
      const said = (key: 'passkeyCancelled' | 'pushEnded') =>
        new SaidError(text(`authenticators:proof.${key}`), error)
      if (error instanceof PasskeyRefusal) setFailure(said('passkeyCancelled'))
      else setFailure(error instanceof PushDeclined ? said('pushEnded') : error)
    } finally {
      setIsPending(false)
    }
  }
  return { isPending, failure, run }
}

interface StepFormProps {
  readonly failure: unknown
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
        <ErrorNotice error={failure} />
      </Stack>
    </form>
  )
}
