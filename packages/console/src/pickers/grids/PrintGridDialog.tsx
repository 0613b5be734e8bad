import { exportFormats } from '@signet/contract/authenticators/grids'
import { oneOf } from '@signet/rules/membership'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import { optionsOf } from '../../kit/fields.ts'
import { useText } from '../../lib/i18n.ts'
import { SelectInput } from '../../ui/SelectInput.tsx'
import { saveFile } from '../save-file.ts'

export type PrintFormat = (typeof exportFormats)[number]
const isFormat = oneOf(exportFormats)

interface PrintGridDialogProps {
  readonly serial: string
  /** The document, after a fresh proof where one is due. */
  readonly load: (format: PrintFormat) => Promise<Blob>
  readonly onClose: () => void
}

/** Hands a card over to be printed, in a form that its reader can use. */
export const PrintGridDialog = ({ serial, load, onClose }: PrintGridDialogProps) => {
  const text = useText('authenticators')
  const [format, setFormat] = useState<PrintFormat>('CARD')
  const print = async (): Promise<void> => {
    saveFile(`grid-${serial}.pdf`, 'application/pdf', await load(format))
  }
  const options = optionsOf(exportFormats, (value) => text(`authenticators:cards.format.${value}`))
  return (
    <ConfirmAction
      title={text('authenticators:cards.serial', { serial })}
      confirmLabel={text('authenticators:cards.print')}
      onConfirm={print}
      onClose={onClose}
    >
      <SelectInput
        label={text('authenticators:cards.formatLabel')}
        hint={text('authenticators:cards.keep')}
        value={format}
        onChange={(value) => setFormat(isFormat(value) ? value : 'CARD')}
        options={options}
      />
    </ConfirmAction>
  )
}
