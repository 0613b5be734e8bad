import Box from '@mui/material/Box'
import { useWatch } from 'react-hook-form'
import { FormNumber, FormSelect, FormToggle } from '../../../kit/form-fields.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import { useText } from '../../../lib/i18n.ts'
import { NameFields, nameLabels } from '../../../pickers/definitions/NameFields.tsx'
import { FormGroups } from '../../../pickers/FormGroups.tsx'
import { useResources } from '../../../pickers/rule-resources.ts'
import { FactorFields } from './FactorFields.tsx'
import { LevelFields } from './LevelFields.tsx'
import { RuleSentence } from './RuleSentence.tsx'
import { levels, type TypedRule } from './rule-form.ts'

/** The names of all fields as people see them. */
export const ruleLabels = {
  ...nameLabels,
  resourceId: 'resource:rules.fields.resourceId',
  enabled: 'resource:rules.fields.enabled',
  groupIds: 'resource:rules.fields.groupIds',
  strict: 'resource:rules.fields.strict',
  factors: 'resource:rules.fields.factors',
  mediumFrom: 'resource:rules.fields.mediumFrom',
  highFrom: 'resource:rules.fields.highFrom',
  lowRisk: 'resource:rules.fields.lowRisk',
  mediumRisk: 'resource:rules.fields.mediumRisk',
  highRisk: 'resource:rules.fields.highRisk',
  lowFlowId: 'resource:rules.fields.lowFlowId',
  mediumFlowId: 'resource:rules.fields.mediumFlowId',
  highFlowId: 'resource:rules.fields.highFlowId',
} as const

const ResourceField = () => {
  const text = useText('resource')
  const { resources, nameOf } = useResources()
  const chosen = useWatch<TypedRule, 'resourceId'>({ name: 'resourceId' })
  const isListed = resources.some(({ id }) => id === chosen)
  const options = isListed ? resources : [...resources, { id: chosen, name: nameOf(chosen) }]
  return (
    <FormSelect<TypedRule>
      name="resourceId"
      label={text('resource:rules.fields.resourceId')}
      options={options.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

const pair = { display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } } as const

/** From how much on, and what comes of each. */
const OutcomeFields = () => {
  const text = useText('resource')
  return (
    <>
      <Box sx={pair}>
        <FormNumber<TypedRule>
          name="mediumFrom"
          label={text(ruleLabels.mediumFrom)}
          unit="%"
          hint={text('resource:rules.hints.mediumFrom')}
        />
        <FormNumber<TypedRule> name="highFrom" label={text(ruleLabels.highFrom)} unit="%" />
      </Box>
      {levels.map((level) => (
        <LevelFields key={level} level={level} />
      ))}
    </>
  )
}

/** Everything that is said of a rule, and the same in words. */
export const RuleFields = () => {
  const text = useText('resource', 'settings')
  return (
    <>
      <RuleSentence />
      <NameFields />
      <ResourceField />
      <FormGroups<TypedRule>
        name="groupIds"
        label={text('resource:rules.fields.groupIds')}
        hint={text('resource:rules.hints.groupIds')}
      />
      <FactorFields />
      <WeakerOf kind="RESOURCE_RULE">
        <OutcomeFields />
      </WeakerOf>
      <FormToggle<TypedRule>
        name="strict"
        label={text(ruleLabels.strict)}
        hint={text('resource:rules.hints.strict')}
      />
      <FormToggle<TypedRule> name="enabled" label={text(ruleLabels.enabled)} />
    </>
  )
}
