import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import Stack from '@mui/material/Stack'
import {
  type DurationUnit,
  durationFromMs,
  durationToMs,
  durationUnitNames,
  durationUnits,
  isDurationUnit,
} from '@signet/rules/durations'
import { useState } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useText } from '../lib/i18n.ts'
import { faultText } from '../lib/validation-texts.ts'
import { Field } from '../ui/Field.tsx'
import { useWarnedHint } from './weaker.tsx'

interface Typed {
  readonly text: string
  readonly unit: DurationUnit
  /** What it comes to; null for what is no number. */
  readonly stored: unknown
}

/** Nobody who types into an empty field thinks in milliseconds. */
const unitOfNone = (storedIn: DurationUnit): DurationUnit =>
  durationUnits[storedIn] < durationUnits.min ? 'min' : storedIn

const typedOf = (stored: unknown, storedIn: DurationUnit): Typed => {
  if (typeof stored !== 'number') return { text: '', unit: unitOfNone(storedIn), stored }
  const { value, unit } = durationFromMs(stored * durationUnits[storedIn])
  return { text: String(value), unit, stored }
}

/** What is typed and its unit; begins anew when the form gets another value from elsewhere. */
const useTyped = (
  value: unknown,
  storedIn: DurationUnit,
  onChange: (stored: number | null) => void,
) => {
  const [kept, setTyped] = useState(() => typedOf(value, storedIn))
  const typed = kept.stored === value ? kept : typedOf(value, storedIn)
  if (typed !== kept) setTyped(typed)
  const give = (text: string, unit: DurationUnit): void => {
    const ms = text.trim() === '' ? null : durationToMs(text, unit)
    const stored = ms === null ? null : ms / durationUnits[storedIn]
    setTyped({ text, unit, stored })
    onChange(stored)
  }
  return { ...typed, give }
}

interface UnitProps {
  readonly label: string
  readonly unit: DurationUnit
  readonly storedIn: DurationUnit
  readonly onChoose: (unit: DurationUnit) => void
}

const Unit = ({ label, unit, storedIn, onChoose }: UnitProps) => {
  const text = useText()
  const units = durationUnitNames.filter((name) => durationUnits[name] >= durationUnits[storedIn])
  return (
    <NativeSelect
      value={unit}
      onChange={({ target }) => {
        if (isDurationUnit(target.value)) onChoose(target.value)
      }}
      input={<OutlinedInput size="small" />}
      inputProps={{ 'aria-label': text('common:duration.unitOf', { label }) }}
      sx={{ width: 140 }}
    >
      {units.map((one) => (
        <option key={one} value={one}>
          {text(`common:duration.unit.${one}`)}
        </option>
      ))}
    </NativeSelect>
  )
}

interface FormDurationProps<T extends FieldValues> {
  readonly name: FieldPath<T>
  readonly label: string
  /** What the number of the field counts. */
  readonly storedIn: DurationUnit
  readonly hint?: string
}

const faultOf = (message: string | undefined, label: string): string | undefined =>
  message === undefined ? undefined : faultText(message, label)

/** A duration in the unit that people think in; first the largest that divides it. */
export const FormDuration = <T extends FieldValues>({
  name,
  label,
  storedIn,
  hint,
}: FormDurationProps<T>) => {
  const { field, fieldState } = useController<T>({ name })
  const warned = useWarnedHint(name, field.value, hint)
  const { text, unit, give } = useTyped(field.value, storedIn, field.onChange)
  return (
    <Field label={label} error={faultOf(fieldState.error?.message, label)} hint={warned}>
      {({ id, describedBy, isInvalid }) => (
        <Stack direction="row" spacing={1}>
          <OutlinedInput
            id={id}
            size="small"
            type="number"
            value={text}
            error={isInvalid}
            inputRef={field.ref}
            onBlur={field.onBlur}
            onChange={({ target }) => give(target.value, unit)}
            slotProps={{ input: { 'aria-describedby': describedBy } }}
            sx={{ width: 120 }}
          />
          <Unit {...{ label, unit, storedIn }} onChoose={(chosen) => give(text, chosen)} />
        </Stack>
      )}
    </Field>
  )
}
