import Stack from '@mui/material/Stack'
import { TransactionRuleChange, testTransactionRule } from '@signet/contract/access/transactions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { allQuery } from '../../../pickers/definitions/definitions.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { TypedRule } from './condition-form.ts'
import { itemKind } from './item-kind.tsx'

const useTrial = (values: Readonly<Record<string, string>>) => {
  const { getValues, trigger } = useFormContext<TypedRule>()
  return useMutation({
    mutationFn: async () => {
      await trigger('conditions')
      const { matching, conditions } = TransactionRuleChange.parse({
        ...getValues(),
        name: 'trial',
      })
      const given = Object.entries(values).filter(([, value]) => value !== '')
      return call(testTransactionRule, {
        body: { rule: { matching, conditions }, values: Object.fromEntries(given) },
      })
    },
  })
}

type Outcome = NonNullable<ReturnType<typeof useTrial>['data']>

const OutcomeNotice = ({ outcome }: { readonly outcome: Outcome }) => {
  const text = useText('resource')
  const { matched, conditions } = outcome
  return (
    <Notice
      severity={matched ? 'success' : 'info'}
      title={text(`resource:transactions.trial.${matched ? 'matched' : 'unmatched'}`)}
    >
      {conditions.map(({ item, reason, matched: holds }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity but their place
        <div key={at}>
          {item}: {text(`resource:transactions.trial.${reason ?? (holds ? 'holds' : 'fails')}`)}
        </div>
      ))}
    </Notice>
  )
}

/** Holds a transaction against the rule as it is typed. */
export const RuleTrial = () => {
  const text = useText('resource')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const { data: items = [] } = useQuery(allQuery(itemKind.definitions))
  const { watch } = useFormContext<TypedRule>()
  const named = new Set(watch('conditions').map(({ itemId }) => itemId))
  const asked = items.filter(({ id }) => named.has(id))
  const trial = useTrial(values)
  if (asked.length === 0) return null
  return (
    <FieldGroup label={text('resource:transactions.trial.title')}>
      {() => (
        <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
          {asked.map(({ id, name }) => (
            <TextInput
              key={id}
              label={name}
              value={values[name] ?? ''}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          ))}
          <Button onClick={() => trial.mutate()} isPending={trial.isPending}>
            {text('resource:transactions.trial.run')}
          </Button>
          {trial.data !== undefined && <OutcomeNotice outcome={trial.data} />}
          <ErrorNotice error={trial.error} />
        </Stack>
      )}
    </FieldGroup>
  )
}
