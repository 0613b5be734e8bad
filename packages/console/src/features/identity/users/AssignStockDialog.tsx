import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import Stack from '@mui/material/Stack'
import { foldCode } from '@signet/rules/codes'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { CodeField, isCodeOrNone } from '../../../pickers/tokens/CodeField.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Field } from '../../../ui/Field.tsx'
import { stockQuery, useUserTokenDeeds } from './user-tokens.queries.ts'

interface SerialFieldProps {
  readonly value: string
  readonly onChange: (typed: string) => void
}

/** The serial number, with those of the stock that begin so. */
const SerialField = ({ value, onChange }: SerialFieldProps) => {
  const text = useText('members')
  const mayView = useMay()(['TOKENS', 'VIEW'])
  const typed = useDeferredValue(value.trim())
  const { data = [], isFetching } = useQuery({ ...stockQuery(typed), enabled: mayView })
  return (
    <Field
      label={text('members:users.authenticators.hardware.serial')}
      hint={text('members:users.authenticators.hardware.serialHint')}
    >
      {({ id, describedBy }) => (
        <Autocomplete<string, false, false, true>
          id={id}
          freeSolo
          options={data.map(({ serialNumber }) => serialNumber)}
          loading={isFetching}
          slotProps={{ paper: { sx: { fontSize: '0.8125rem' } } }}
          loadingText={text('common:states.loading')}
          filterOptions={(options) => options}
          inputValue={value}
          onInputChange={(_, input) => onChange(input)}
          renderInput={(params) => (
            <OutlinedInput
              {...params.slotProps.input}
              size="small"
              fullWidth
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

interface AssignStockDialogProps {
  readonly userid: string
  /** The user's name. */
  readonly name: string
  readonly onClose: () => void
}

/** Gives the user a token of the stock. */
export const AssignStockDialog = ({ userid, name, onClose }: AssignStockDialogProps) => {
  const text = useText('members')
  const { assign } = useUserTokenDeeds(userid)
  const [serial, setSerial] = useState('')
  const [code, setCode] = useState('')
  const run = async (): Promise<void> => {
    await assign({ serialNumber: serial.trim(), code: foldCode(code) })
    showMessage(text('members:users.authenticators.hardware.done', { name }))
  }
  return (
    <ConfirmAction
      title={text('members:users.authenticators.hardware.assignTitle', { name })}
      confirmLabel={text('members:users.authenticators.hardware.assign')}
      isIncomplete={serial.trim() === '' || !isCodeOrNone(code)}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <SerialField value={serial} onChange={setSerial} />
        <CodeField value={code} onChange={setCode} />
      </Stack>
    </ConfirmAction>
  )
}
