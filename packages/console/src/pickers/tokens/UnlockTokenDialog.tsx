import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { foldCode } from '@signet/rules/codes'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import { useNextStep } from '../../kit/next-step.ts'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface UnlockTexts {
  readonly title: string
  readonly action: string
  /** What it is good for. */
  readonly about: string
  readonly number: string
  readonly numberHint: string
  readonly done: string
  /** Says that what follows is typed into the token. */
  readonly answer: string
}

interface UnlockTokenDialogProps {
  readonly texts: UnlockTexts
  /** Answers what is typed into the token; null without a number. */
  readonly unlock: (number: string) => Promise<string | null>
  readonly onClose: () => void
}

/** What a token wants to hear that has locked itself. */
const AnswerDialog = ({ title, about, answer, onClose }: AnswerProps) => {
  const text = useText()
  const done = (
    <Button kind="primary" onClick={onClose}>
      {text('common:actions.close')}
    </Button>
  )
  return (
    <Dialog isOpen title={title} actions={done}>
      <Stack spacing={2}>
        <Typography variant="body2">{about}</Typography>
        <Typography component="div" variant="h6" translate="no">
          <CopyText text={answer} />
        </Typography>
      </Stack>
    </Dialog>
  )
}

interface AnswerProps {
  readonly title: string
  readonly about: string
  readonly answer: string
  readonly onClose: () => void
}

/** Forgets wrong codes; of a token that has locked itself it says how to open it. */
export const UnlockTokenDialog = ({ texts, unlock, onClose }: UnlockTokenDialogProps) => {
  const [number, setNumber] = useState('')
  const { next, goOn, close } = useNextStep<string>(onClose)
  const digits = foldCode(number)
  const run = async (): Promise<void> => {
    const answer = await unlock(digits)
    if (answer === null) showMessage(texts.done)
    else goOn(answer)
  }
  if (next !== null) {
    return <AnswerDialog title={texts.title} about={texts.answer} answer={next} onClose={onClose} />
  }
  return (
    <ConfirmAction
      title={texts.title}
      confirmLabel={texts.action}
      isIncomplete={digits !== '' && !/^\d{4,16}$/.test(digits)}
      onConfirm={run}
      onClose={close}
    >
      <Stack spacing={2}>
        <span>{texts.about}</span>
        <TextInput
          label={texts.number}
          hint={texts.numberHint}
          value={number}
          onChange={setNumber}
          maxLength={20}
        />
      </Stack>
    </ConfirmAction>
  )
}
