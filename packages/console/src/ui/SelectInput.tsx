import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { Ref } from 'react'
import { Field, type FieldTexts } from './Field.tsx'

export interface Option {
  readonly value: string
  readonly label: string
  readonly isDisabled?: boolean
}

interface SelectInputProps extends FieldTexts {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly name?: string
  readonly options: readonly Option[]
  /** Shown first, with the empty value. */
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly ref?: Ref<HTMLSelectElement>
}

/** One of a list. The browser's own control: it fits every device and reader. */
export const SelectInput = ({
  value,
  onChange,
  onBlur,
  name,
  options,
  placeholder,
  isDisabled = false,
  ref,
  ...texts
}: SelectInputProps) => (
  <Field {...texts}>
    {({ id, describedBy, isInvalid }) => (
      <NativeSelect
        fullWidth
        value={value}
        name={name}
        disabled={isDisabled}
        inputRef={ref}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        input={<OutlinedInput size="small" error={isInvalid} />}
        inputProps={{ id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid }}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled ?? false}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    )}
  </Field>
)
