import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { useFieldArray } from 'react-hook-form'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { FormNumber } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { AddressFields } from './AddressFields.tsx'
import { CountryFields } from './CountryFields.tsx'
import { EngineFields } from './EngineFields.tsx'
import { type Factor, factorOf, factorTypes, type TypedRule } from './rule-form.ts'
import { TimeFields } from './TimeFields.tsx'

interface AtProps {
  readonly at: number
  readonly type: Factor['type']
}

/** What a factor is about, beside its points. */
const OwnFields = ({ at, type }: AtProps) => {
  if (type === 'DATE_TIME') return <TimeFields at={at} />
  if (type === 'IP') return <AddressFields at={at} />
  if (type === 'RISK_ENGINE') return <EngineFields at={at} />
  return type === 'GEOLOCATION' ? <CountryFields at={at} /> : null
}

const FactorCard = ({ at, type, onRemove }: AtProps & { readonly onRemove: () => void }) => {
  const text = useText('resource')
  const name = text(`resource:rules.factors.${type}`)
  const remove = text('resource:rules.takeOut', { name })
  return (
    <FieldGroup label={name} hint={text(`resource:rules.factorHints.${type}`)}>
      {() => (
        <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
          <Stack spacing={1.5} sx={{ flex: 1, minWidth: 0 }}>
            <Box sx={{ maxWidth: 160 }}>
              <FormNumber<TypedRule>
                name={`factors.${at}.points`}
                label={text('resource:rules.points')}
              />
            </Box>
            <OwnFields {...{ at, type }} />
          </Stack>
          <IconButton aria-label={remove} title={remove} onClick={onRemove}>
            <Close fontSize="small" />
          </IconButton>
        </Stack>
      )}
    </FieldGroup>
  )
}

/** The questions that a rule asks of a sign-in, with what failing each counts. */
export const FactorFields = () => {
  const text = useText('resource')
  const { fields, append, remove } = useFieldArray<TypedRule, 'factors'>({ name: 'factors' })
  return (
    <FieldGroup
      label={text('resource:rules.fields.factors')}
      hint={text('resource:rules.hints.factors')}
    >
      {() => (
        <Stack spacing={2.5} sx={{ pl: 2, borderLeft: 2, borderColor: 'divider' }}>
          {fields.map(({ id, type }, at) => (
            <FactorCard key={id} {...{ at, type }} onRemove={() => remove(at)} />
          ))}
          <SelectInput
            label={text('resource:rules.addFactor')}
            placeholder={text('resource:rules.choose')}
            options={factorTypes.map((type) => ({
              value: type,
              label: text(`resource:rules.factors.${type}`),
            }))}
            value=""
            onChange={(chosen) => {
              const type = factorTypes.find((one) => one === chosen)
              if (type !== undefined) append(factorOf(type))
            }}
          />
        </Stack>
      )}
    </FieldGroup>
  )
}
