import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { PrinterSettingsResult } from '@signet/contract/issuance/printer-dashboard'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { printerNamesQuery } from '../../../pickers/printing/printer-names.ts'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import { previewQuery, type Settings, useCare } from './fleet.queries.ts'

type Result = z.output<typeof PrinterSettingsResult>
type Change = Result['changes'][number]

/** The value of a setting as people read it. */
const useValueWords = () => {
  const text = useText('issuancePortal')
  const { number } = useFormats()
  return (setting: Change['setting'], value: Change['after']): string => {
    if (value === null) return text('issuancePortal:fleet.any')
    if (typeof value === 'boolean') return text(`issuancePortal:fleet.${value ? 'yes' : 'no'}`)
    if (typeof value === 'number') return number(value)
    return setting === 'sides' && (value === 'ALL' || value === 'FRONT')
      ? text(`issuancePortal:printers.sidesOf.${value}`)
      : value
  }
}

const Changes = ({ changes, withoutHopper }: Result) => {
  const text = useText('issuancePortal')
  const words = useValueWords()
  const labelOf = (setting: Change['setting']): string =>
    setting === 'cleaningAfter' || setting === 'lowLevel'
      ? text(`issuancePortal:fleet.${setting}`)
      : text(`issuancePortal:printers.${setting}`)
  return (
    <Stack role="status" spacing={0.5} sx={{ overflowWrap: 'anywhere' }}>
      {changes.length === 0 && <span>{text('issuancePortal:fleet.noChanges')}</span>}
      {changes.map(({ printerId, name, setting, before, after }) => (
        <span key={`${printerId} ${setting}`}>
          {text('issuancePortal:fleet.setting', {
            printer: name,
            setting: labelOf(setting),
            before: words(setting, before),
            after: words(setting, after),
          })}
        </span>
      ))}
      {withoutHopper.map(({ printerId, name }) => (
        <span key={printerId}>{text('issuancePortal:fleet.withoutHopper', { name })}</span>
      ))}
    </Stack>
  )
}

interface ChoiceProps {
  readonly own: string
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

const Choice = ({ own, chosen, onChange }: ChoiceProps) => {
  const query = useQuery(printerNamesQuery)
  const toggled = (id: string, isChosen: boolean): readonly string[] =>
    isChosen ? [...chosen, id] : chosen.filter((each) => each !== id)
  return (
    <QueryView query={query}>
      {(printers) => (
        <Stack sx={{ maxHeight: 240, overflowY: 'auto' }}>
          {printers
            .filter(({ id }) => id !== own)
            .map(({ id, name }) => (
              <ToggleInput
                key={id}
                label={name}
                value={chosen.includes(id)}
                onChange={(isChosen) => onChange(toggled(id, isChosen))}
              />
            ))}
        </Stack>
      )}
    </QueryView>
  )
}

interface CopyProps {
  readonly printer: { readonly id: string; readonly name: string }
  readonly settings: Settings
  readonly onClose: () => void
}

/** Gives the settings of one printer to others, after what would change was shown. */
export const CopySettingsDialog = ({ printer: { id, name }, settings, onClose }: CopyProps) => {
  const text = useText('issuancePortal')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { settings: change } = useCare()
  const isChosen = chosen.length > 0
  const preview = useQuery({ ...previewQuery({ id, settings, copyTo: chosen }), enabled: isChosen })
  const copy = async (): Promise<void> => {
    await change.mutateAsync({ id, settings, copyTo: chosen })
    showMessage(text('issuancePortal:fleet.copied'))
  }
  return (
    <ConfirmAction
      title={text('issuancePortal:fleet.copy')}
      confirmLabel={text('issuancePortal:fleet.copy')}
      isIncomplete={(preview.data?.changes.length ?? 0) === 0}
      onConfirm={copy}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <Typography variant="body2">{text('issuancePortal:fleet.copyText', { name })}</Typography>
        <Choice own={id} chosen={chosen} onChange={setChosen} />
        {isChosen && <QueryView query={preview}>{(found) => <Changes {...found} />}</QueryView>}
      </Stack>
    </ConfirmAction>
  )
}
