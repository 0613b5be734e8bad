import Box from '@mui/material/Box'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import type { Option } from '../ui/SelectInput.tsx'
import { ToggleInput } from '../ui/ToggleInput.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { faultIn } from './form-errors.ts'

interface ChoicesFieldProps<T extends FieldValues> {
  readonly name: FieldPath<T>
  readonly label: string
  readonly hint?: string
  readonly options: readonly (Option & { readonly hint?: string })[]
}

const chosenOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Any of a short list; what is chosen keeps the list's order. */
export const ChoicesField = <T extends FieldValues>(props: ChoicesFieldProps<T>) => {
  const { name, label, hint, options } = props
  const { field, fieldState } = useController<T>({ name })
  const set: (values: readonly string[]) => void = field.onChange
  const chosen = chosenOf(field.value)
  const choose = (value: string, isChosen: boolean): void =>
    set(
      options
        .map((option) => option.value)
        .filter((one) => (one === value ? isChosen : chosen.includes(one))),
    )
  return (
    <FieldGroup label={label} hint={hint} error={faultIn(fieldState, label)}>
      {() => (
        <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
          {options.map((option) => (
            <ToggleInput
              key={option.value}
              label={option.label}
              hint={option.hint}
              value={chosen.includes(option.value)}
              isDisabled={option.isDisabled ?? false}
              onChange={(isChosen) => choose(option.value, isChosen)}
            />
          ))}
        </Box>
      )}
    </FieldGroup>
  )
}
