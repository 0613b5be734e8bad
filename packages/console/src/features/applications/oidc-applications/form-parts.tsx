import Stack from '@mui/material/Stack'
import { tokenAlgorithms } from '@signet/rules/applications'
import { useWatch } from 'react-hook-form'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { LinesField } from '../../../kit/LinesField.tsx'
import { useText } from '../../../lib/i18n.ts'
import { type FieldName, useFieldLabels } from './application-forms.ts'
import {
  authMethods,
  backchannelDeliveries,
  certificateNames,
  grantTypes,
  scopes,
  userCodeCharacterSets,
  whenSessionsFull,
} from './application-types.ts'

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

/** What the application may ask people to agree to in detail. */
export const DetailsField = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  return (
    <LinesField<Fields>
      name="authorizationDetailsTypes"
      label={label('authorizationDetailsTypes')}
      hint={text('resource:applications.hints.authorizationDetailsTypes')}
      placeholder="payment_initiation"
    />
  )
}

/** Whose tokens it may introspect and exchange. */
export const ServedApisField = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  return (
    <LinesField<Fields>
      name="exchangeAudiences"
      label={label('exchangeAudiences')}
      hint={text('resource:applications.hints.exchangeAudiences')}
      placeholder="https://orders.example.com/"
    />
  )
}

/** How it hears of what people have decided. */
const DeliveryFields = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const delivery: unknown = useWatch<Fields>({ name: 'backchannelDelivery' })
  const options = optionsOf(backchannelDeliveries, (value) =>
    text(`resource:applications.delivery.${value}`),
  )
  return (
    <>
      <FormSelect<Fields>
        name="backchannelDelivery"
        label={label('backchannelDelivery')}
        options={options}
      />
      {delivery === 'PING' && (
        <FormText<Fields>
          name="backchannelNotificationUri"
          label={label('backchannelNotificationUri')}
          hint={text('resource:applications.hints.backchannelNotificationUri')}
          type="url"
          isRequired
          whenEmpty={null}
        />
      )}
    </>
  )
}

export const GrantField = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const options = optionsOf(grantTypes, (value) => text(`resource:applications.grant.${value}`))
  return <ChoicesField<Fields> name="grantTypes" label={label('grantTypes')} options={options} />
}

/** How people type the codes of devices. */
const DeviceFields = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const sets = optionsOf(userCodeCharacterSets, (value) =>
    text(`resource:applications.userCodes.${value}`),
  )
  return (
    <>
      <FormSelect<Fields>
        name="userCodeCharacterSet"
        label={label('userCodeCharacterSet')}
        options={sets}
      />
      <FormNumber<Fields>
        name="userCodeLength"
        label={label('userCodeLength')}
        hint={text('resource:applications.hints.userCodeLength')}
      />
      <FormDuration<Fields>
        name="deviceCodeTtlSeconds"
        label={label('deviceCodeTtlSeconds')}
        storedIn="sec"
      />
    </>
  )
}

/** What the chosen grants need: addresses to come back to, codes that people type. */
export const GrantTerms = () => {
  const chosen: unknown = useWatch<Fields>({ name: 'grantTypes' })
  const has = (grant: (typeof grantTypes)[number]): boolean =>
    Array.isArray(chosen) && chosen.includes(grant)
  return (
    <>
      {has('authorization_code') && (
        <AddressFields placeholder="https://app.example.com/callback" />
      )}
      {has('device_code') && <DeviceFields />}
      {has('ciba') && <DeliveryFields />}
    </>
  )
}

/** How long tokens last, and what they look like. */
export const TokenFields = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const formats = optionsOf(['opaque', 'jwt'], (value) =>
    text(`resource:applications.format.${value}`),
  )
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
      <FormToggle<Fields>
        name="claimsInIdTokens"
        label={label('claimsInIdTokens')}
        hint={text('resource:applications.hints.claimsInIdTokens')}
      />
    </>
  )
}

/** By which certificates it proves itself. */
const CertificateFields = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const names = optionsOf(certificateNames, (value) =>
    text(`resource:applications.certificateNames.${value}`),
  )
  return (
    <>
      <FormText<Fields>
        name="certificateAuthorities"
        label={label('certificateAuthorities')}
        hint={text('resource:applications.hints.certificateAuthorities')}
        rows={5}
        whenEmpty={null}
      />
      <FormSelect<Fields> name="certificateName" label={label('certificateName')} options={names} />
      <FormText<Fields>
        name="certificateNameValue"
        label={label('certificateNameValue')}
        hint={text('resource:applications.hints.certificateNameValue')}
        maxLength={500}
        whenEmpty={null}
      />
    </>
  )
}

const algorithms = tokenAlgorithms.map((value) => ({ value, label: value }))

/** What the application has to verify. */
export const AlgorithmField = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  return (
    <FormSelect<Fields>
      name="idTokenSigningAlgorithm"
      label={label('idTokenSigningAlgorithm')}
      hint={text('resource:applications.hints.idTokenSigningAlgorithm')}
      options={algorithms}
    />
  )
}

/** How the application proves itself; its keys are asked for only where they are used. */
export const KeyFields = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const method: unknown = useWatch<Fields>({ name: 'tokenEndpointAuthMethod' })
  const methods = optionsOf(authMethods, (value) =>
    text(`resource:applications.authMethod.${value}`),
  )
  return (
    <Stack spacing={2}>
      <FormSelect<Fields>
        name="tokenEndpointAuthMethod"
        label={label('tokenEndpointAuthMethod')}
        options={methods}
      />
      {method === 'tls_client_auth' && <CertificateFields />}
      {(method === 'private_key_jwt' || method === 'self_signed_tls_client_auth') && (
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
      <AlgorithmField />
    </Stack>
  )
}

/** Who is told when people sign out. */
export const LogoutFields = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  return (
    <>
      <FormText<Fields>
        name="backchannelLogoutUri"
        label={label('backchannelLogoutUri')}
        hint={text('resource:applications.hints.backchannelLogoutUri')}
        type="url"
        whenEmpty={null}
      />
      <FormText<Fields>
        name="frontchannelLogoutUri"
        label={label('frontchannelLogoutUri')}
        hint={text('resource:applications.hints.frontchannelLogoutUri')}
        type="url"
        whenEmpty={null}
      />
      <FormToggle<Fields>
        name="confirmsSignOut"
        label={label('confirmsSignOut')}
        hint={text('resource:applications.hints.confirmsSignOut')}
      />
    </>
  )
}

/** How many places one person may be signed in from, and what becomes of one more. */
export const SessionFields = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const options = optionsOf(whenSessionsFull, (value) =>
    text(`resource:applications.whenSessionsFull.${value}`),
  )
  return (
    <>
      <FormToggle<Fields>
        name="asksOrganization"
        label={label('asksOrganization')}
        hint={text('resource:applications.hints.asksOrganization')}
      />
      <FormNumber<Fields>
        name="sessionsPerUser"
        label={label('sessionsPerUser')}
        hint={text('resource:applications.hints.sessionsPerUser')}
      />
      <FormSelect<Fields>
        name="whenSessionsFull"
        label={label('whenSessionsFull')}
        hint={text('resource:applications.hints.whenSessionsFull')}
        options={options}
      />
    </>
  )
}
