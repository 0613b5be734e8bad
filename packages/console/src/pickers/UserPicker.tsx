import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import { listUsers } from '@signet/contract/identity/user-lists'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call } from '../lib/call.ts'
import { useText } from '../lib/i18n.ts'
import { Field, type FieldTexts } from '../ui/Field.tsx'

export interface PickedUser {
  readonly id: string
  readonly displayName: string
  readonly userId: string
}

interface UserPickerProps extends FieldTexts {
  readonly value: PickedUser | null
  readonly onChange: (user: PickedUser | null) => void
}

const most = 20

const useFound = (typed: string) =>
  useQuery({
    queryKey: ['users', 'picker', typed],
    queryFn: ({ signal }) =>
      call(listUsers, {
        body: { limit: most, ...(typed === '' ? {} : { search: typed }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

const nameOf = ({ displayName, userId }: PickedUser): string =>
  displayName === userId ? userId : `${displayName} (${userId})`

/** Finds one user by name, user id or mail address. */
export const UserPicker = ({ value, onChange, ...texts }: UserPickerProps) => {
  const text = useText()
  const [typed, setTyped] = useState('')
  const { data, isFetching } = useFound(useDeferredValue(typed.trim()))
  return (
    <Field {...texts}>
      {({ id, describedBy, isInvalid }) => (
        <Autocomplete<PickedUser>
          id={id}
          value={value}
          options={data?.results ?? []}
          loading={isFetching}
          slotProps={{ paper: { sx: { fontSize: '0.8125rem' } } }}
          loadingText={text('common:states.loading')}
          noOptionsText={text('common:list.noMatch')}
          filterOptions={(options) => options}
          getOptionLabel={nameOf}
          getOptionKey={(user) => user.id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onChange={(_, user) => onChange(user)}
          onInputChange={(_, input, reason) => {
            if (reason !== 'reset') setTyped(input)
          }}
          renderInput={(params) => (
            <OutlinedInput
              {...params.slotProps.input}
              size="small"
              fullWidth
              error={isInvalid}
              slotProps={{
                input: { ...params.slotProps.htmlInput, 'aria-describedby': describedBy },
              }}
            />
          )}
        />
      )}
    </Field>
  )
}
