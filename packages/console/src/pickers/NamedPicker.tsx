import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { Field, type FieldControl, type FieldTexts } from '../ui/Field.tsx'

export interface Named {
  readonly id: string
  readonly name: string
}

export interface NamedPickerProps extends FieldTexts {
  readonly value: readonly Named[]
  readonly onChange: (chosen: readonly Named[]) => void
}

interface Found extends NamedPickerProps {
  /** What is searched, for the cache. */
  readonly subject: string
  readonly find: (search: string, signal: AbortSignal) => Promise<readonly Named[]>
}

const useFound = ({ subject, find }: Pick<Found, 'subject' | 'find'>, search: string) =>
  useQuery({
    queryKey: [subject, 'picker', search],
    queryFn: ({ signal }) => find(search, signal),
    placeholderData: keepPreviousData,
  })

const paper = { sx: { fontSize: '0.8125rem' } }
const chip = { size: 'small' } as const

interface InputProps extends Pick<FieldControl, 'describedBy' | 'isInvalid'> {
  readonly params: AutocompleteRenderInputParams
}

const Input = ({ params, describedBy, isInvalid }: InputProps) => (
  <OutlinedInput
    {...params.slotProps.input}
    size="small"
    fullWidth
    error={isInvalid}
    slotProps={{ input: { ...params.slotProps.htmlInput, 'aria-describedby': describedBy } }}
  />
)

/** Finds some of many things by name, in the server; the chosen stand as chips in the field. */
export const NamedPicker = (props: Found) => {
  const { value, onChange, subject, find, ...texts } = props
  const text = useText()
  const [typed, setTyped] = useState('')
  const { data = [], isFetching } = useFound({ subject, find }, useDeferredValue(typed.trim()))
  const isOpen = (option: Named): boolean => value.every(({ id }) => id !== option.id)
  return (
    <Field {...texts}>
      {({ id, ...control }) => (
        <Autocomplete<Named, true>
          id={id}
          multiple
          value={[...value]}
          options={[...data]}
          loading={isFetching}
          slotProps={{ paper, chip }}
          loadingText={text('common:states.loading')}
          noOptionsText={text('common:list.noMatch')}
          filterOptions={(options) => options.filter(isOpen)}
          getOptionLabel={({ name }) => name}
          getOptionKey={(option) => option.id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onChange={(_, chosen) => onChange(chosen)}
          onInputChange={(_, input, reason) => {
            if (reason !== 'reset') setTyped(input)
          }}
          renderInput={(params) => <Input {...control} params={params} />}
        />
      )}
    </Field>
  )
}
