import {
  ClaimFormat,
  ClaimSource,
  OidcClaim,
  OidcClaimChange,
  OwnClaim,
} from '@signet/contract/applications/oidc-claims'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { labelsOf, optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { attributesQuery, type Claim } from './oidc-claims.queries.ts'

export const ClaimForm = OidcClaimChange.required()
type ClaimValues = z.input<typeof ClaimForm>

export const newClaim: ClaimValues = {
  name: '',
  description: '',
  scope: 'profile',
  source: 'USER_ATTRIBUTE',
  value: '',
  format: 'STRING',
}

export const formOf = ({ id: _id, createdAt: _created, ...fields }: Claim): ClaimValues => fields

const fields = ['name', 'description', 'scope', 'source', 'value', 'format'] as const

export const useClaimLabels = () => {
  const text = useText('resource')
  const label = (name: (typeof fields)[number]): string =>
    text(`resource:oidcClaims.fields.${name}`)
  return { label, labels: labelsOf(fields, label) }
}

const plain = (value: string) => ({ value, label: value })

const AttributeField = ({ label }: { readonly label: string }) => {
  const mayRead = useMay()(['USERATTRIBUTES', 'VIEW'])
  const { data } = useQuery({ ...attributesQuery, enabled: mayRead })
  if (data === undefined) return <FormText<ClaimValues> name="value" label={label} isRequired />
  const options = data.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormSelect<ClaimValues>
      name="value"
      label={label}
      options={options}
      placeholder="–"
      isRequired
    />
  )
}

/** What the claim is filled with, by its source. */
const ValueField = () => {
  const text = useText('resource')
  const source = useWatch<ClaimValues, 'source'>({ name: 'source' })
  const label = text(`resource:oidcClaims.valueOf.${source}`)
  if (source === 'USER_ATTRIBUTE') return <AttributeField label={label} />
  if (source === 'CONSTANT') {
    return <FormText<ClaimValues> name="value" label={label} isRequired maxLength={1000} />
  }
  const options = OwnClaim.options.map(plain)
  return (
    <FormSelect<ClaimValues>
      name="value"
      label={label}
      options={options}
      placeholder="–"
      isRequired
    />
  )
}

const FormatField = () => {
  const text = useText('resource')
  const options = optionsOf(ClaimFormat.options, (value) =>
    text(`resource:oidcClaims.format.${value}`),
  )
  const label = text('resource:oidcClaims.fields.format')
  return <FormSelect<ClaimValues> name="format" label={label} options={options} />
}

/** Name, where it comes from and which scope brings it. */
export const ClaimFields = () => {
  const text = useText('resource')
  const { label } = useClaimLabels()
  const source = useWatch<ClaimValues, 'source'>({ name: 'source' })
  const scopes = OidcClaim.shape.scope.options.map(plain)
  const sources = optionsOf(ClaimSource.options, (value) =>
    text(`resource:oidcClaims.source.${value}`),
  )
  return (
    <>
      <FormText<ClaimValues>
        name="name"
        label={label('name')}
        hint={text('resource:oidcClaims.nameHint')}
        isRequired
        maxLength={200}
      />
      <FormText<ClaimValues>
        name="description"
        label={label('description')}
        rows={2}
        maxLength={500}
      />
      <FormSelect<ClaimValues> name="source" label={label('source')} options={sources} />
      <ValueField />
      {source !== 'OWN' && <FormatField />}
      <FormSelect<ClaimValues>
        name="scope"
        label={label('scope')}
        hint={text('resource:oidcClaims.scopeHint')}
        options={scopes}
      />
    </>
  )
}
