import Box from '@mui/material/Box'
import { weekdays } from '@signet/rules/risk/factors'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { TypedRule } from './rule-form.ts'
import { useDayNames } from './rule-words.ts'

const zones = (): readonly string[] => [
  ...new Set([
    'UTC',
    new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...Intl.supportedValuesOf('timeZone'),
  ]),
]

/** When somebody may sign in without risk. */
export const TimeFields = ({ at }: { readonly at: number }) => {
  const text = useText('resource')
  const nameOf = useDayNames()
  return (
    <>
      <ChoicesField<TypedRule>
        name={`factors.${at}.days`}
        label={text('resource:rules.time.days')}
        options={weekdays.map((day) => ({ value: day, label: nameOf(day) }))}
      />
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <FormText<TypedRule>
          name={`factors.${at}.from`}
          type="time"
          label={text('resource:rules.time.from')}
        />
        <FormText<TypedRule>
          name={`factors.${at}.to`}
          type="time"
          label={text('resource:rules.time.to')}
        />
      </Box>
      <FormSelect<TypedRule>
        name={`factors.${at}.timeZone`}
        label={text('resource:rules.time.zone')}
        options={zones().map((value) => ({ value, label: value }))}
      />
    </>
  )
}
