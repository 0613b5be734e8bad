import Stack from '@mui/material/Stack'
import { useWatch } from 'react-hook-form'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { LinesField } from '../../../kit/LinesField.tsx'
import { useText } from '../../../lib/i18n.ts'
import { type FieldName, useFieldLabels } from './application-forms.ts'
import { authMethods, grantTypes, scopes } from './application-types.ts'

type Fields = Record<FieldName, unknown>

/** Name and description. */
export const NameFields = () => {
  const { label } = useFieldLabels()
  return (
    <>
      <FormText<Fields> name="name" label={label('name')} isRequired maxLength={100} />
      <FormText<Fields> name="description" label={label('description')} rows={2} maxLength={500} />
    </>
  )
}

/** Where people are sent back to. */
export const AddressFields = ({ placeholder }: { readonly placeholder: string }) => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  return (
    <>
      <LinesField<Fields>
        name="redirectUris"
        label={label('redirectUris')}
        hint={text('resource:applications.hints.redirectUris')}
        placeholder={placeholder}
        isRequired
      />
      <LinesField<Fields> name="postLogoutRedirectUris" label={label('postLogoutRedirectUris')} />
    </>
  )
}

/** What the application may ask for, and whether people are asked. */
export const ConsentFields = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const options = scopes.map((value) => ({
    value,
    label: value,
    hint: text(`resource:applications.scope.${value}`),
  }))
  return (
    <>
      <ChoicesField<Fields> name="scopes" label={label('scopes')} options={options} />
      <FormToggle<Fields>
        name="requireConsent"
        label={label('requireConsent')}
        hint={text('resource:applications.hints.requireConsent')}
      />
    </>
  )
}

export const GrantField = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const options = grantTypes.map((value) => ({
    value,
    label: text(`resource:applications.grant.${value}`),
  }))
  return <ChoicesField<Fields> name="grantTypes" label={label('grantTypes')} options={options} />
}

/** How long tokens last, and what they look like. */
export const TokenFields = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const formats = (['opaque', 'jwt'] as const).map((value) => ({
    value,
    label: text(`resource:applications.format.${value}`),
  }))
  return (
    <>
      <FormDuration<Fields>
        name="accessTokenTtlSeconds"
        label={label('accessTokenTtlSeconds')}
        storedIn="sec"
      />
      <FormDuration<Fields>
        name="refreshTokenTtlSeconds"
        label={label('refreshTokenTtlSeconds')}
        storedIn="sec"
      />
      <FormSelect<Fields>
        name="accessTokenFormat"
        label={label('accessTokenFormat')}
        options={formats}
      />
    </>
  )
}

/** How the application proves itself; its keys are asked for only where they are used. */
export const KeyFields = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const method: unknown = useWatch<Fields>({ name: 'tokenEndpointAuthMethod' })
  const methods = authMethods.map((value) => ({
    value,
    label: text(`resource:applications.authMethod.${value}`),
  }))
  const algorithms = ['ES256', 'RS256'].map((value) => ({ value, label: value }))
  return (
    <Stack spacing={2}>
      <FormSelect<Fields>
        name="tokenEndpointAuthMethod"
        label={label('tokenEndpointAuthMethod')}
        options={methods}
      />
      {method === 'private_key_jwt' && (
        <>
          <FormText<Fields>
            name="jwks"
            label={label('jwks')}
            hint={text('resource:applications.hints.jwks')}
            rows={5}
          />
          <FormText<Fields> name="jwksUri" label={label('jwksUri')} type="url" whenEmpty={null} />
        </>
      )}
      <FormSelect<Fields>
        name="idTokenSigningAlgorithm"
        label={label('idTokenSigningAlgorithm')}
        options={algorithms}
      />
    </Stack>
  )
}

/** Who is told when people sign out. */
export const LogoutField = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  return (
    <FormText<Fields>
      name="backchannelLogoutUri"
      label={label('backchannelLogoutUri')}
      hint={text('resource:applications.hints.backchannelLogoutUri')}
      type="url"
      whenEmpty={null}
    />
  )
}

/** What is asked of the application beyond the ordinary. */
export const ProtectionFields = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  return (
    <>
      <FormToggle<Fields>
        name="requirePushedRequests"
        label={label('requirePushedRequests')}
        hint={text('resource:applications.hints.requirePushedRequests')}
      />
      <FormToggle<Fields>
        name="dpopBoundTokens"
        label={label('dpopBoundTokens')}
        hint={text('resource:applications.hints.dpopBoundTokens')}
      />
      <FormToggle<Fields>
        name="fapi"
        label={label('fapi')}
        hint={text('resource:applications.hints.fapi')}
      />
    </>
  )
}
