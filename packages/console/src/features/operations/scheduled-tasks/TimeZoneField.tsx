import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useController } from 'react-hook-form'
import { faultIn } from '../../../kit/form-errors.ts'
import { useText } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/Field.tsx'
import type { Fields } from './task-form.ts'

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** One of the zones that the browser knows, and the one that is set. */
const zonesWith = (zone: string): string[] => (zones.includes(zone) ? zones : [zone, ...zones])

const paper = { sx: { fontSize: '0.8125rem' } }

/** The zone whose clocks a schedule goes by. */
export const TimeZoneField = () => {
  const text = useText('dashboard')
  const { field, fieldState } = useController<Fields, 'timeZone'>({ name: 'timeZone' })
  const label = text('dashboard:tasks.fields.timeZone')
  return (
    <Field label={label} error={faultIn(fieldState, label)}>
      {({ id, describedBy, isInvalid }) => (
        <Autocomplete
          id={id}
          disableClearable
          value={field.value}
          options={zonesWith(field.value)}
          slotProps={{ paper }}
          noOptionsText={text('common:list.noMatch')}
          onChange={(_, zone) => field.onChange(zone)}
          onBlur={field.onBlur}
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
