import Box from '@mui/material/Box'
import {
  firstFactorKinds,
  secondFactorKinds,
  secondFactorNeeds,
  secondFactorSkips,
} from '@signet/rules/flows'
import { loginFlowTypes } from '@signet/rules/sign-in'
import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { FlowCanvas } from './FlowCanvas.tsx'
import type { TypedFlow } from './flow-form.ts'
import { reachableQuery } from './flows.queries.ts'
import { OrderedKinds } from './OrderedKinds.tsx'

/** The names of all fields as people see them. */
export const useFlowLabels = (): Readonly<Record<keyof TypedFlow, string>> => {
  const text = useText('resource')
  return {
    name: text('resource:flows.fields.name'),
    description: text('resource:flows.fields.description'),
    outcome: text('resource:flows.fields.outcome'),
    loginType: text('resource:flows.fields.loginType'),
    firstFactors: text('resource:flows.fields.firstFactors'),
    secondFactor: text('resource:flows.fields.secondFactor'),
    secondFactors: text('resource:flows.fields.secondFactors'),
    skipSecondFactor: text('resource:flows.fields.skipSecondFactor'),
    acrIds: text('resource:flows.fields.acrIds'),
    default: text('resource:flows.fields.default'),
  }
}

interface FieldsProps {
  /** It came with the service: only what it reaches and whether it is the default may change. */
  readonly isSystem?: boolean
}

/** What goes with a second factor, and only with one. */
const SecondFields = ({ isSystem = false }: FieldsProps) => {
  const text = useText('resource')
  const labels = useFlowLabels()
  const need: TypedFlow['secondFactor'] = useWatch<TypedFlow, 'secondFactor'>({
    name: 'secondFactor',
  })
  if (need === 'NONE') return null
  return (
    <>
      <OrderedKinds
        name="secondFactors"
        label={labels.secondFactors}
        hint={text('resource:flows.hints.secondFactors')}
        kinds={secondFactorKinds}
        isReadOnly={isSystem}
      />
      <FormSelect<TypedFlow>
        name="skipSecondFactor"
        label={labels.skipSecondFactor}
        isDisabled={isSystem}
        options={optionsOf(secondFactorSkips, (value) => text(`resource:flows.skips.${value}`))}
      />
    </>
  )
}

/** Of whom a second factor is asked; of nobody leaves none. */
const NeedField = ({ isSystem = false }: FieldsProps) => {
  const text = useText('resource')
  const { setValue } = useFormContext<TypedFlow>()
  const { field } = useController<TypedFlow, 'secondFactor'>({ name: 'secondFactor' })
  const { value, onChange, onBlur, ref } = field
  const choose = (chosen: string): void => {
    onChange(chosen)
    if (chosen !== 'NONE') return
    setValue('secondFactors', [])
    setValue('skipSecondFactor', 'NEVER')
  }
  return (
    <SelectInput
      label={useFlowLabels().secondFactor}
      hint={text('resource:flows.hints.secondFactor')}
      isDisabled={isSystem}
      options={secondFactorNeeds.map((need) => ({
        value: need,
        label: text(`resource:flows.needs.${need}`),
      }))}
      onChange={choose}
      {...{ value, onBlur, ref }}
    />
  )
}

/** How it begins, and what comes first and second. */
const StepFields = ({ isSystem = false }: FieldsProps) => {
  const text = useText('resource')
  const labels = useFlowLabels()
  return (
    <>
      <FormSelect<TypedFlow>
        name="loginType"
        label={labels.loginType}
        isDisabled={isSystem}
        options={optionsOf(loginFlowTypes, (value) => text(`resource:flows.loginTypes.${value}`))}
      />
      <OrderedKinds
        name="firstFactors"
        label={labels.firstFactors}
        hint={text('resource:flows.hints.firstFactors')}
        kinds={firstFactorKinds}
        isReadOnly={isSystem}
      />
      <NeedField isSystem={isSystem} />
      <SecondFields isSystem={isSystem} />
    </>
  )
}

/** The flow drawn, and the fields that say the same. */
export const FlowFields = ({ isSystem = false }: FieldsProps) => {
  const text = useText('resource')
  const labels = useFlowLabels()
  const { data: acrs = [] } = useQuery(reachableQuery)
  return (
    <>
      <Box sx={{ width: { lg: 'min(1100px, calc(100vw - 380px))' } }}>
        <FlowCanvas />
      </Box>
      {isSystem && <Notice severity="info">{text('resource:flows.systemText')}</Notice>}
      {isSystem ? null : (
        <>
          <FormText<TypedFlow> name="name" label={labels.name} isRequired maxLength={100} />
          <FormText<TypedFlow>
            name="description"
            label={labels.description}
            maxLength={500}
            whenEmpty={null}
            rows={2}
          />
        </>
      )}
      <StepFields isSystem={isSystem} />
      {acrs.length > 0 && (
        <ChoicesField<TypedFlow>
          name="acrIds"
          label={labels.acrIds}
          hint={text('resource:flows.hints.acrIds')}
          options={acrs.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <FormToggle<TypedFlow>
        name="default"
        label={labels.default}
        hint={text('resource:flows.hints.default')}
      />
    </>
  )
}
