import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useNextStep } from '../../../kit/next-step.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { TextInput } from '../../../ui/TextInput.tsx'
import { askForCells, useOwnGridDeeds } from './grid-deeds.ts'

/** First the serial number, then what stands in the cells that are asked for it. */
export const ClaimGridDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('authenticators')
  const [serial, setSerial] = useState('')
  const { next: cells, goOn, close } = useNextStep<string>(onClose)
  return cells === null ? (
    <SerialDialog {...{ serial, setSerial }} onAsked={goOn} onClose={close} />
  ) : (
    <CellsDialog
      title={text('authenticators:cards.serial', { serial })}
      {...{ serial, cells, onClose }}
    />
  )
}

interface SerialDialogProps {
  readonly serial: string
  readonly setSerial: (serial: string) => void
  readonly onAsked: (cells: string) => void
  readonly onClose: () => void
}

const SerialDialog = ({ serial, setSerial, onAsked, onClose }: SerialDialogProps) => {
  const text = useText('authenticators')
  const ask = async (): Promise<void> => {
    const { challenge } = await askForCells(serial)
    onAsked(challenge.map(({ column, row }) => `${column}${row}`).join(' · '))
  }
  return (
    <ConfirmAction
      title={text('authenticators:cards.claim')}
      confirmLabel={text('authenticators:cards.ask')}
      isIncomplete={!/^[1-9]\d{0,8}$/.test(serial)}
      onConfirm={ask}
      onClose={onClose}
    >
      <TextInput
        label={text('authenticators:cards.claimSerial')}
        hint={text('authenticators:cards.claimText')}
        value={serial}
        onChange={(typed) => setSerial(typed.trim())}
        maxLength={9}
        autoFocus
      />
    </ConfirmAction>
  )
}

interface CellsDialogProps {
  readonly title: string
  readonly serial: string
  readonly cells: string
  readonly onClose: () => void
}

const CellsDialog = ({ title, serial, cells, onClose }: CellsDialogProps) => {
  const text = useText('authenticators')
  const { claim } = useOwnGridDeeds()
  const [typed, setTyped] = useState('')
  const run = async (): Promise<void> => {
    await claim(serial, typed)
    showMessage(text('authenticators:cards.claimed'))
  }
  return (
    <ConfirmAction
      title={title}
      confirmLabel={text('authenticators:proof.confirm')}
      isIncomplete={typed.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <Typography variant="body2">{text('authenticators:cards.type')}</Typography>
        <Typography variant="h3" component="p" translate="no">
          {cells}
        </Typography>
        <TextInput
          label={text('authenticators:cards.label')}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoFocus
        />
      </Stack>
    </ConfirmAction>
  )
}
