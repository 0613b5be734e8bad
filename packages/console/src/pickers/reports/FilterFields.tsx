import { unknownCountry } from '@signet/rules/countries'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { FormSelect, FormText } from '../../kit/form-fields.tsx'
import { useLocale, useText } from '../../lib/i18n.ts'
import { auditOutcomes, useAuditWords } from '../audit-words.ts'
import { countryCodes, useCountryName } from '../country-name.ts'
import { type Named, NamedPicker } from '../NamedPicker.tsx'
import type { Prefix } from './definition-form.ts'

type Fields = Record<string, unknown>

const codesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const byName = (one: Named, other: Named): number => one.name.localeCompare(other.name)

interface PartProps {
  readonly prefix: Prefix
}

/** Audit actions, found by their words. */
const ActionsField = ({ prefix }: PartProps) => {
  const text = useText('dashboard')
  const words = useAuditWords()
  const locale = useLocale()
  const { field } = useController<Fields>({ name: `${prefix}filter.actions` })
  const set: (codes: readonly string[]) => void = field.onChange
  const named = (id: string): Named => ({ id, name: words.action(id) })
  const find = async (search: string): Promise<readonly Named[]> =>
    words.actions
      .map(named)
      .filter(({ name }) => name.toLocaleLowerCase().includes(search.toLocaleLowerCase()))
      .toSorted(byName)
  return (
    <NamedPicker
      subject={`audit-actions-${locale}`}
      label={text('dashboard:reports.fields.action')}
      hint={text('dashboard:reports.hints.actions')}
      value={codesOf(field.value).map(named)}
      onChange={(chosen) => set(chosen.map(({ id }) => id))}
      find={find}
    />
  )
}

const found = { actorId: 'actor', entityId: 'entity', requestId: 'request' } as const
const foundNames = ['actorId', 'entityId', 'requestId'] as const

/** What came from the audit report, by its id: shown while it narrows, to be taken out. */
const FoundFields = ({ prefix }: PartProps) => {
  const text = useText('dashboard')
  const { getValues } = useFormContext<Fields>()
  const [given] = useState(() => foundNames.filter((name) => getValues(`${prefix}filter.${name}`)))
  return given.map((name) => (
    <FormText<Fields>
      key={name}
      name={`${prefix}filter.${name}`}
      label={text(`dashboard:audit.filters.${found[name]}`)}
      maxLength={200}
    />
  ))
}

/** Where it came from; the unknown stands last. */
const CountryField = ({ prefix }: PartProps) => {
  const text = useText('dashboard')
  const nameOf = useCountryName()
  const [codes] = useState(countryCodes)
  const options = codes
    .map((value) => ({ value, label: nameOf(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return (
    <FormSelect<Fields>
      name={`${prefix}filter.country`}
      label={text('dashboard:audit.filters.country')}
      placeholder={text('dashboard:reports.all')}
      options={[...options, { value: unknownCountry, label: nameOf(unknownCountry) }]}
    />
  )
}

/** Which audit events a report tells of; what is left empty filters nothing. */
export const FilterFields = ({ prefix }: PartProps) => {
  const text = useText('dashboard')
  const words = useAuditWords()
  const label = (name: 'outcome' | 'entityType' | 'address' | 'text'): string =>
    text(`dashboard:reports.fields.${name}`)
  const any = text('dashboard:reports.all')
  return (
    <>
      <ActionsField prefix={prefix} />
      <FormSelect<Fields>
        name={`${prefix}filter.outcome`}
        label={label('outcome')}
        placeholder={any}
        options={auditOutcomes.map((value) => ({ value, label: words.outcome(value) }))}
      />
      <FormSelect<Fields>
        name={`${prefix}filter.entityType`}
        label={label('entityType')}
        placeholder={any}
        options={words.subjects.map((value) => ({ value, label: words.subject(value) }))}
      />
      <FormText<Fields> name={`${prefix}filter.address`} label={label('address')} maxLength={200} />
      <FormText<Fields>
        name={`${prefix}filter.text`}
        label={label('text')}
        hint={text('dashboard:reports.hints.text')}
        maxLength={100}
      />
      <CountryField prefix={prefix} />
      <FoundFields prefix={prefix} />
    </>
  )
}
