import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import Stack from '@mui/material/Stack'
import { durationFromMs, durationToMs, isDurationUnit } from '@signet/rules/durations'
import { useState } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useText } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/Field.tsx'

const units = ['sec', 'min', 'hr', 'day'] as const

interface LifetimeFieldProps<T extends FieldValues> {
  readonly name: FieldPath<T>
  readonly label: string
}

/** What is typed and its unit; gives on whole seconds, or null for what is no number. */
const useTyped = (seconds: unknown, onChange: (seconds: number | null) => void) => {
  const [first] = useState(() => durationFromMs(Number(seconds) * 1000))
  const [unit, setUnit] = useState(first.unit)
  const [typed, setTyped] = useState(String(first.value))
  const give = (value: string, inUnit: string): void => {
    const milliseconds = value.trim() === '' ? null : durationToMs(value, inUnit)
    onChange(milliseconds === null ? null : milliseconds / 1000)
  }
  const enter = (value: string): void => {
    setTyped(value)
    give(value, unit)
  }
  const choose = (chosen: string): void => {
    if (!isDurationUnit(chosen)) return
    setUnit(chosen)
    give(typed, chosen)
  }
  return { typed, unit, enter, choose }
}

interface UnitProps {
  readonly label: string
  readonly unit: string
  readonly onChoose: (unit: string) => void
}

const Unit = ({ label, unit, onChoose }: UnitProps) => {
  const text = useText('resource')
  return (
    <NativeSelect
      value={unit}
      onChange={(event) => onChoose(event.target.value)}
      input={<OutlinedInput size="small" />}
      inputProps={{ 'aria-label': text('resource:applications.unitOf', { label }) }}
      sx={{ width: 140 }}
    >
      {units.map((one) => (
        <option key={one} value={one}>
          {text(`resource:applications.units.${one}`)}
        </option>
      ))}
    </NativeSelect>
  )
}

/** A time in seconds, entered in the unit that people think in; first the largest that fits. */
export const LifetimeField = <T extends FieldValues>({ name, label }: LifetimeFieldProps<T>) => {
  const { field, fieldState } = useController<T>({ name })
  const { typed, unit, enter, choose } = useTyped(field.value, field.onChange)
  return (
    <Field label={label} error={fieldState.error?.message}>
      {({ id, describedBy, isInvalid }) => (
        <Stack direction="row" spacing={1}>
          <OutlinedInput
            id={id}
            size="small"
            type="number"
            value={typed}
            error={isInvalid}
            inputRef={field.ref}
            onBlur={field.onBlur}
            onChange={(event) => enter(event.target.value)}
            slotProps={{ input: { 'aria-describedby': describedBy, min: 1 } }}
            sx={{ width: 120 }}
          />
          <Unit label={label} unit={unit} onChoose={choose} />
        </Stack>
      )}
    </Field>
  )
}
