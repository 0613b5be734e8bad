import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { HTMLAttributes, Key } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/Field.tsx'
import type { ListedCall } from './api-calls.queries.ts'

/** More are found by another word. */
const mostShown = 60

const textOf = ({ method, path, summary, id, subject, api }: ListedCall): string =>
  `${method} ${path} ${summary} ${id} ${subject} ${api}`.toLowerCase()

const wordsOf = (typed: string): readonly string[] =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

const labelOf = ({ method, path }: ListedCall): string => `${method} ${path}`

const found = (calls: readonly ListedCall[], typed: string): ListedCall[] => {
  const words = wordsOf(typed)
  return calls
    .filter((call) => {
      const text = textOf(call)
      return words.every((word) => text.includes(word))
    })
    .slice(0, mostShown)
}

const Input = ({ params }: { readonly params: AutocompleteRenderInputParams }) => (
  <OutlinedInput
    {...params.slotProps.input}
    size="small"
    fullWidth
    slotProps={{ input: params.slotProps.htmlInput }}
  />
)

const option = (
  { key, ...attributes }: HTMLAttributes<HTMLLIElement> & { readonly key: Key },
  call: ListedCall,
) => (
  <li key={key} {...attributes}>
    <Box sx={{ minWidth: 0 }}>
      <Box>{call.summary}</Box>
      <Box component="code" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {labelOf(call)}
      </Box>
    </Box>
  </li>
)

interface CallPickerProps {
  readonly calls: readonly ListedCall[]
  readonly value: ListedCall | null
  readonly onChange: (call: ListedCall) => void
}

/** Finds a call by words of its path, summary, name or subject. */
export const CallPicker = ({ calls, value, onChange }: CallPickerProps) => {
  const text = useText('resource')
  return (
    <Field label={text('resource:tryApi.call')} hint={text('resource:tryApi.callHint')}>
      {({ id }) => (
        <Autocomplete<ListedCall>
          id={id}
          value={value}
          options={calls}
          slotProps={{ paper: { sx: { fontSize: '0.8125rem' } } }}
          noOptionsText={text('common:list.noMatch')}
          filterOptions={(options, { inputValue }) =>
            found(options, value !== null && inputValue === labelOf(value) ? '' : inputValue)
          }
          getOptionLabel={labelOf}
          getOptionKey={(call) => `${call.api} ${call.id}`}
          isOptionEqualToValue={(one, other) => one.api === other.api && one.id === other.id}
          onChange={(_, call) => {
            if (call !== null) onChange(call)
          }}
          renderOption={option}
          renderInput={(params) => <Input params={params} />}
        />
      )}
    </Field>
  )
}
