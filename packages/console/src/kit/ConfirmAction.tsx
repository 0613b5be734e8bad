import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { errorDetail, errorText } from '../lib/error-text.ts'
import { useText } from '../lib/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { FaultList } from './FaultList.tsx'

interface ConfirmActionProps {
  readonly title: string
  /** What will happen, and to how many. */
  readonly children: ReactNode
  /** The verb of the deed: `Delete`. */
  readonly confirmLabel: string
  /** What must be typed before a deed that cannot be taken back. */
  readonly typed?: string | undefined
  readonly isDestructive?: boolean
  /** Something is yet to be chosen. */
  readonly isIncomplete?: boolean
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

const isSame = (one: string, other: string): boolean =>
  one.trim().normalize('NFC') === other.trim().normalize('NFC')

/** Runs the deed once and closes; a failure is kept to be shown. */
const useDeed = (deed: () => Promise<unknown>, onDone: () => void) => {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (): Promise<void> => {
    if (isPending) return
    setIsPending(true)
    try {
      await deed()
      onDone()
    } catch (failure) {
      setError(failure)
      setIsPending(false)
    }
  }
  return { isPending, error, run }
}

const FailureNotice = ({ error }: { readonly error: unknown }) => {
  const detail = errorDetail(error)
  const text = errorText(error)
  if (text === null) return null
  return (
    <Notice severity="error">
      {text}
      {detail !== undefined && <Typography variant="caption"> ({detail})</Typography>}
      <FaultList error={error} />
    </Notice>
  )
}

/** Asks before a deed; irreversible ones want their object typed. Stays open when it fails. */
export const ConfirmAction = (props: ConfirmActionProps) => {
  const { title, children, confirmLabel, typed, onClose, isDestructive, isIncomplete } = props
  const text = useText()
  const [entered, setEntered] = useState('')
  const deed = useDeed(props.onConfirm, onClose)
  const isReady = isIncomplete !== true && (typed === undefined || isSame(entered, typed))
  const actions = (
    <>
      <Button onClick={onClose} isDisabled={deed.isPending}>
        {text('common:actions.cancel')}
      </Button>
      <Button
        type="submit"
        kind={isDestructive === true ? 'danger' : 'primary'}
        isPending={deed.isPending}
        isDisabled={!isReady}
        autoFocus={typed === undefined && isIncomplete !== true}
      >
        {confirmLabel}
      </Button>
    </>
  )
  const question = typed === undefined ? null : text('common:confirm.typed', { typed })
  const handleSubmit = (): void => {
    if (isReady) void deed.run()
  }
  return (
    <Dialog isOpen isAlert {...{ title, actions, onClose }} onSubmit={handleSubmit}>
      <Stack spacing={2}>
        <Typography component="div" variant="body2">
          {children}
        </Typography>
        {question !== null && (
          <TextInput label={question} value={entered} onChange={setEntered} autoFocus />
        )}
        {deed.error !== null && <FailureNotice error={deed.error} />}
      </Stack>
    </Dialog>
  )
}
