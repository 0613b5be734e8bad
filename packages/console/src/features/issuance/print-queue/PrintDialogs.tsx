import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { oneOf } from '@signet/rules/membership'
import {
  type CardFate,
  cardFates,
  type ReprintReason,
  reprintReasons,
} from '@signet/rules/print-jobs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { printerNamesQuery } from '../../../pickers/printing/printer-names.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useDetailWords } from './PrintState.tsx'
import { type PrintJob, printQuery, usePrintChanges } from './print-queue.queries.ts'

export interface JobDialogProps {
  readonly job: PrintJob
  readonly onClose: () => void
}

/** What happened to a card, step by step. */
export const LogDialog = ({ job, onClose }: JobDialogProps) => {
  const text = useText('issuancePortal')
  const { date } = useFormats()
  const words = useDetailWords()
  const query = useQuery(printQuery(job.id))
  return (
    <Dialog
      isOpen
      title={text('issuancePortal:printing.logTitle', { title: job.title })}
      actions={<Button onClick={onClose}>{text('common:actions.close')}</Button>}
      onClose={onClose}
    >
      <QueryView query={query}>
        {({ log }) =>
          log.length === 0 ? (
            text('issuancePortal:printing.logEmpty')
          ) : (
            <Facts
              facts={log.map((line) => ({
                label: date(line.at),
                value: [
                  text(`issuancePortal:printing.queueStates.${line.queueState}`),
                  words(line.detail),
                ]
                  .filter((part) => part !== '')
                  .join(' · '),
              }))}
            />
          )
        }
      </QueryView>
    </Dialog>
  )
}

/** Asks the one thing that only somebody at the printer knows. */
export const AnswerDialog = ({ job, onClose }: JobDialogProps) => {
  const text = useText('issuancePortal')
  const { change } = usePrintChanges()
  const answer = async (usable: boolean): Promise<void> => {
    try {
      await change.mutateAsync({ id: job.id, body: { action: 'ANSWER', usable } })
      showMessage(text('issuancePortal:printing.answered'))
      onClose()
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Dialog
      isOpen
      title={text('issuancePortal:printing.answerTitle')}
      actions={
        <>
          <Button onClick={onClose}>{text('common:actions.cancel')}</Button>
          <Button isPending={change.isPending} onClick={() => void answer(false)}>
            {text('issuancePortal:printing.noCard')}
          </Button>
          <Button kind="primary" isPending={change.isPending} onClick={() => void answer(true)}>
            {text('issuancePortal:printing.goodCard')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {text('issuancePortal:printing.answerText', { title: job.title, printer: job.printerName })}
    </Dialog>
  )
}

/** Whose card it is about. */
const Whose = ({ job: { title, printerName } }: Pick<JobDialogProps, 'job'>) => (
  <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>
    {[title, printerName].filter((part) => part !== '').join(' · ')}
  </Typography>
)

/** Takes a card that was not sent to another printer. */
export const MoveDialog = ({ job, onClose }: JobDialogProps) => {
  const text = useText('issuancePortal')
  const { change } = usePrintChanges()
  const query = useQuery(printerNamesQuery)
  const [printerId, setPrinterId] = useState('')
  const move = () => change.mutateAsync({ id: job.id, body: { action: 'MOVE', printerId } })
  return (
    <ConfirmAction
      title={text('issuancePortal:printing.move')}
      confirmLabel={text('issuancePortal:printing.move')}
      isIncomplete={printerId === ''}
      onConfirm={move}
      onClose={onClose}
    >
      <Whose job={job} />
      <QueryView query={query}>
        {(printers) => (
          <SelectInput
            label={text('issuancePortal:printing.printer')}
            placeholder={text('issuancePortal:printing.choose')}
            options={printers
              .filter(({ id }) => id !== job.printerId)
              .map(({ id, name }) => ({ value: id, label: name }))}
            value={printerId}
            onChange={setPrinterId}
          />
        )}
      </QueryView>
    </ConfirmAction>
  )
}

interface Reprint {
  readonly reason: ReprintReason
  readonly fate: CardFate
  readonly note: string
}

interface ReprintFieldsProps {
  readonly value: Reprint
  readonly onChange: (value: Reprint) => void
}

const isReason = oneOf(reprintReasons)
const isFate = oneOf(cardFates)

const ReprintFields = ({ value, onChange }: ReprintFieldsProps) => {
  const text = useText('issuancePortal')
  return (
    <Stack spacing={2}>
      <SelectInput
        label={text('issuancePortal:printing.reason')}
        options={reprintReasons.map((each) => ({
          value: each,
          label: text(`issuancePortal:printing.reasons.${each}`),
        }))}
        value={value.reason}
        onChange={(reason) => isReason(reason) && onChange({ ...value, reason })}
      />
      <TextInput
        label={text('issuancePortal:printing.note')}
        value={value.note}
        onChange={(note) => onChange({ ...value, note })}
        maxLength={500}
        isRequired={value.reason === 'OTHER'}
      />
      <SelectInput
        label={text('issuancePortal:printing.fate')}
        options={cardFates.map((each) => ({
          value: each,
          label: text(`issuancePortal:printing.fates.${each}`),
        }))}
        value={value.fate}
        onChange={(fate) => isFate(fate) && onChange({ ...value, fate })}
      />
    </Stack>
  )
}

/** Prints a card again: why, and what became of the one before. */
export const ReprintDialog = ({ job, onClose }: JobDialogProps) => {
  const text = useText('issuancePortal')
  const { again } = usePrintChanges()
  const [reprint, setReprint] = useState<Reprint>({
    reason: 'DAMAGED',
    fate: 'DESTROYED',
    note: '',
  })
  const print = async (): Promise<void> => {
    await again.mutateAsync({ printJobId: job.id, reprint })
    showMessage(text('issuancePortal:printing.queued', { title: job.title }))
  }
  return (
    <ConfirmAction
      title={text('issuancePortal:printing.again')}
      confirmLabel={text('issuancePortal:printing.again')}
      isIncomplete={reprint.reason === 'OTHER' && reprint.note.trim() === ''}
      onConfirm={print}
      onClose={onClose}
    >
      <Whose job={job} />
      <ReprintFields value={reprint} onChange={setReprint} />
    </ConfirmAction>
  )
}
