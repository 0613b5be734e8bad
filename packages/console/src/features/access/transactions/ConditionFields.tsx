import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { operatorsOfType, type TransactionItemType } from '@signet/rules/transactions'
import { useQuery } from '@tanstack/react-query'
import { useFieldArray, useWatch } from 'react-hook-form'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { FormLines } from '../../../kit/FormLines.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { allQuery } from '../../../pickers/definitions/definitions.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { conditionOn, type TypedCondition, type TypedRule } from './condition-form.ts'
import { itemKind } from './item-kind.tsx'

interface ValueProps {
  readonly at: number
  readonly type: TransactionItemType
  readonly operator: TypedCondition['operator']
}

/** What the item is compared with: as many values as the operator takes. */
const ValueFields = ({ at, type, operator }: ValueProps) => {
  const text = useText('resource')
  const label = text('resource:transactions.value')
  if (operator === 'ONE_OF') {
    return <FormLines<TypedRule> name={`conditions.${at}.values`} label={label} rows={3} />
  }
  if (type === 'BOOLEAN') {
    return (
      <FormSelect<TypedRule>
        name={`conditions.${at}.values.0`}
        label={label}
        placeholder={text('resource:transactions.choose')}
        options={optionsOf(['true', 'false'], (value) =>
          text(`resource:transactions.booleans.${value}`),
        )}
      />
    )
  }
  const hint = type === 'DATE' ? text('resource:transactions.dateHint') : undefined
  return (
    <>
      <FormText<TypedRule> name={`conditions.${at}.values.0`} label={label} hint={hint} />
      {operator === 'BETWEEN' && (
        <FormText<TypedRule>
          name={`conditions.${at}.values.1`}
          label={text('resource:transactions.upTo')}
        />
      )}
    </>
  )
}

interface ConditionProps {
  readonly at: number
  readonly name: string
  readonly type: TransactionItemType
  readonly onRemove: () => void
}

const Condition = ({ at, name, type, onRemove }: ConditionProps) => {
  const text = useText('resource')
  const operator = useWatch<TypedRule, `conditions.${number}.operator`>({
    name: `conditions.${at}.operator`,
  })
  const remove = text('resource:transactions.takeOut', { name })
  return (
    <FieldGroup label={name}>
      {() => (
        <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1, display: 'grid', gap: 1, gridTemplateColumns: { sm: '1fr 1fr' } }}>
            <FormSelect<TypedRule>
              name={`conditions.${at}.operator`}
              label={text('resource:transactions.operator')}
              options={operatorsOfType[type].map((value) => ({
                value,
                label: text(`resource:transactions.operators.${value}`),
              }))}
            />
            <ValueFields {...{ at, type, operator }} />
          </Box>
          <IconButton aria-label={remove} title={remove} onClick={onRemove}>
            <Close fontSize="small" />
          </IconButton>
        </Stack>
      )}
    </FieldGroup>
  )
}

/** The conditions of a rule, each about an item. */
export const ConditionFields = () => {
  const text = useText('resource')
  const { data: items = [] } = useQuery(allQuery(itemKind.definitions))
  const { fields, append, remove } = useFieldArray<TypedRule, 'conditions'>({ name: 'conditions' })
  return (
    <FieldGroup
      label={text('resource:transactions.conditions')}
      hint={text(`resource:transactions.${items.length === 0 ? 'noItems' : 'conditionsHint'}`)}
      isRequired
    >
      {() => (
        <Stack spacing={2} sx={{ pl: 2, borderLeft: 2, borderColor: 'divider' }}>
          {fields.map(({ id, itemId }, at) => {
            const item = items.find((one) => one.id === itemId)
            return (
              <Condition
                key={id}
                at={at}
                name={item?.name ?? ''}
                type={item?.type ?? 'TEXT'}
                onRemove={() => remove(at)}
              />
            )
          })}
          <SelectInput
            label={text('resource:transactions.addCondition')}
            placeholder={text('resource:transactions.choose')}
            options={items.map(({ id, name }) => ({ value: id, label: name }))}
            value=""
            onChange={(itemId) => itemId !== '' && append(conditionOn(itemId))}
          />
        </Stack>
      )}
    </FieldGroup>
  )
}
