import Stack from '@mui/material/Stack'
import { alertConditions, isAlertCondition } from '@signet/rules/printer-alerts'
import { useQuery } from '@tanstack/react-query'
import { optionsOf } from '../../../kit/fields.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { printerNamesQuery } from '../../../pickers/printing/printer-names.ts'
import { useMay } from '../../../session/session-context.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import type { Alert, Change } from './alerts.queries.ts'

export const typedAlert = (read: Alert): Change => {
  const { name, enabled, condition, level, settleMinutes, printerIds } = read
  return { name, enabled, condition, level, settleMinutes, printerIds }
}

const isIn = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

/** One that is about no printer would tell nothing. */
export const isWhole = ({ name, level, settleMinutes, printerIds }: Change): boolean =>
  name.trim() !== '' &&
  (level === null || isIn(level, 1, 90)) &&
  isIn(settleMinutes, 0, 1440) &&
  printerIds?.length !== 0

interface FieldsProps {
  readonly draft: Change
  readonly onChange: (change: Partial<Change>) => void
}

interface ChosenPrintersProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

const ChosenPrinters = ({ chosen, onChange }: ChosenPrintersProps) => {
  const query = useQuery(printerNamesQuery)
  return (
    <QueryView query={query}>
      {(printers) => (
        <Stack sx={{ maxHeight: 240, overflowY: 'auto' }}>
          {printers.map(({ id, name }) => (
            <ToggleInput
              key={id}
              label={name}
              value={chosen.includes(id)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
          ))}
        </Stack>
      )}
    </QueryView>
  )
}

/** Every printer, or some of them: these are chosen by who may see them. */
const WhichPrinters = ({ draft: { printerIds }, onChange }: FieldsProps) => {
  const text = useText('issuancePortal')
  const mayChoose = useMay()(['PRINTERS', 'VIEW'])
  return (
    <>
      <ToggleInput
        label={text('issuancePortal:alerts.every')}
        value={printerIds === null}
        isDisabled={!mayChoose}
        onChange={(isEvery) => onChange({ printerIds: isEvery ? null : [] })}
      />
      {printerIds !== null && mayChoose && (
        <ChosenPrinters chosen={printerIds} onChange={(ids) => onChange({ printerIds: ids })} />
      )}
    </>
  )
}

const ConditionFields = ({ draft, onChange }: FieldsProps) => {
  const text = useText('issuancePortal')
  return (
    <>
      <SelectInput
        label={text('issuancePortal:alerts.condition')}
        value={draft.condition}
        onChange={(condition) => {
          if (isAlertCondition(condition)) onChange({ condition })
        }}
        options={optionsOf(alertConditions, (value) =>
          text(`issuancePortal:alerts.conditions.${value}`),
        )}
      />
      {draft.condition === 'SUPPLY_LOW' && (
        <TextInput
          type="number"
          label={text('issuancePortal:alerts.level')}
          hint={text('issuancePortal:alerts.levelHint')}
          value={draft.level === null ? '' : String(draft.level)}
          onChange={(typed) => onChange({ level: typed === '' ? null : Number(typed) })}
        />
      )}
      <TextInput
        type="number"
        label={text('issuancePortal:alerts.settle')}
        hint={text('issuancePortal:alerts.settleHint')}
        value={Number.isNaN(draft.settleMinutes) ? '' : String(draft.settleMinutes)}
        onChange={(typed) => onChange({ settleMinutes: typed === '' ? Number.NaN : Number(typed) })}
      />
    </>
  )
}

export const AlertFields = ({ draft, onChange }: FieldsProps) => {
  const text = useText('issuancePortal')
  return (
    <>
      <TextInput
        label={text('issuancePortal:alerts.name')}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        maxLength={100}
        autoFocus
      />
      <ConditionFields {...{ draft, onChange }} />
      <WhichPrinters {...{ draft, onChange }} />
      <ToggleInput
        label={text('issuancePortal:alerts.enabled')}
        value={draft.enabled}
        onChange={(enabled) => onChange({ enabled })}
      />
    </>
  )
}
