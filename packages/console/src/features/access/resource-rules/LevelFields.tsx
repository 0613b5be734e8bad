import Box from '@mui/material/Box'
import { riskActions } from '@signet/rules/risk/score'
import { useController, useWatch } from 'react-hook-form'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useAuthenticationFlows } from '../../../pickers/authentication-flows.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import type { levels, TypedRule } from './rule-form.ts'

interface LevelProps {
  readonly level: (typeof levels)[number]
}

const pair = { display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } } as const

/** By which flow it goes on; gone with the field, since whoever is refused goes on by none. */
const FlowField = ({ level }: LevelProps) => {
  const text = useText('resource')
  const flows = useAuthenticationFlows().filter(({ outcome }) => outcome === 'ADMIT')
  const { field } = useController<TypedRule>({ name: `${level}FlowId`, shouldUnregister: true })
  return (
    <SelectInput
      label={text(`resource:rules.fields.${level}FlowId`)}
      placeholder={text('resource:rules.usualFlow')}
      options={flows.map(({ id, name }) => ({ value: id, label: name }))}
      value={String(field.value ?? '')}
      onChange={(chosen) => field.onChange(chosen === '' ? null : chosen)}
    />
  )
}

/** What comes of a level of risk. */
export const LevelFields = ({ level }: LevelProps) => {
  const text = useText('resource')
  const action = useWatch<TypedRule>({ name: `${level}Risk` })
  return (
    <Box sx={pair}>
      <FormSelect<TypedRule>
        name={`${level}Risk`}
        label={text(`resource:rules.fields.${level}Risk`)}
        options={optionsOf(riskActions, (value) => text(`resource:rules.actions.${value}`))}
      />
      {action !== 'DENY' && <FlowField level={level} />}
    </Box>
  )
}
