import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { Failure } from '../../kit/QueryView.tsx'
import { useText } from '../../lib/i18n.ts'
import { useProofWanted } from '../../lib/proof-wanted.ts'
import { resetStepUp } from '../../session/stored.ts'
import { isSupportTab } from '../../session/support-tab.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectInput } from '../../ui/SelectInput.tsx'
import { FactsSkeleton } from '../../ui/Skeletons.tsx'
import { ProofStep } from './ProofStep.tsx'
import { begin, type Choice, type State } from './step-up-calls.ts'

/** Where the proof stands; begun when the dialog opens. */
const useProof = (onProven: () => void) => {
  const [state, setState] = useState<State | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    let isGone = false
    resetStepUp()
    begin().then(
      (begun) => !isGone && setState(begun),
      (failure: unknown) => !isGone && setError(failure),
    )
    return () => {
      isGone = true
    }
  }, [])
  const advance = (next: State): void => {
    if (next.authenticationCompleted) onProven()
    else setState(next)
  }
  return { state, error, advance }
}

interface StepsProps {
  readonly state: State
  readonly onAdvance: (next: State) => void
}

/** The factor that is due, by whichever way the person chooses. */
const Steps = ({ state, onAdvance }: StepsProps) => {
  const text = useText('authenticators')
  const [wanted, setWanted] = useState<Choice['type'] | null>(null)
  const { authenticators, authToken } = state
  const choice = authenticators.find(({ type }) => type === wanted) ?? authenticators[0]
  if (choice === undefined || authToken === null) {
    return <Typography variant="body2">{text('authenticators:proof.noneLeft')}</Typography>
  }
  const kind = (type: Choice['type']): string => text(`authenticators:proof.kinds.${type}`)
  return (
    <Stack spacing={2}>
      <Typography variant="body2">{text('authenticators:proof.text')}</Typography>
      {authenticators.length > 1 && (
        <SelectInput
          label={text('authenticators:proof.otherWay')}
          value={choice.type}
          options={authenticators.map(({ type }) => ({ value: type, label: kind(type) }))}
          onChange={(type) =>
            setWanted(authenticators.find((one) => one.type === type)?.type ?? null)
          }
        />
      )}
      <ProofStep key={`${authToken} ${choice.type}`} {...{ choice, authToken, onAdvance }} />
    </Stack>
  )
}

interface StepUpContentProps {
  readonly settle: (isProven: boolean) => void
}

const StepUpContent = ({ settle }: StepUpContentProps) => {
  const text = useText('authenticators')
  const { state, error, advance } = useProof(() => settle(true))
  return (
    <Dialog isOpen title={text('authenticators:proof.title')} onClose={() => settle(false)}>
      {error !== null && <Failure error={error} />}
      {error === null && state === null && <FactsSkeleton rows={3} />}
      {state !== null && <Steps state={state} onAdvance={advance} />}
    </Dialog>
  )
}

/** A provider has nothing to prove here: it proves itself where it comes from. */
const EnterAgain = ({ settle }: StepUpContentProps) => {
  const text = useText('serviceProvider')
  const close = (): void => settle(false)
  return (
    <Dialog
      isOpen
      title={text('serviceProvider:supportEntry.again')}
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          {text('common:actions.close')}
        </Button>
      }
    >
      {text('serviceProvider:supportEntry.againText')}
    </Dialog>
  )
}

/** Asks for a fresh proof while a call waits for one. */
export const StepUpDialog = () => {
  const wanted = useProofWanted()
  if (wanted === null) return null
  const Content = isSupportTab() ? EnterAgain : StepUpContent
  return <Content settle={wanted.settle} />
}
