import { hostInLine } from '@signet/rules/host-of'
import { clientProofs, identityProviderKinds } from '@signet/rules/identity-providers'
import { useWatch } from 'react-hook-form'
import { FormLines } from '../../../kit/FormLines.tsx'
import { labelsOf, optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { ClaimMappings } from './ClaimMappings.tsx'
import type { TypedProvider } from './provider-form.ts'

const names = [
  'name',
  'enabled',
  'kind',
  'issuer',
  'authorizationEndpoint',
  'tokenEndpoint',
  'userinfoEndpoint',
  'clientId',
  'clientSecret',
  'clientProof',
  'scopes',
  'userinfo',
  'subjectClaim',
  'button',
  'domains',
  'createsUsers',
  'userIdClaim',
  'updatesUsers',
  'claimMappings',
  'trustsMail',
  'trustedAcrs',
  'trustedAmrs',
  'trustedForAdministrators',
] as const
type Name = (typeof names)[number]
type Labels = Readonly<Record<Name | 'clockSkewSeconds', string>>

/** The fields as people see them. */
export const useProviderLabels = (): Labels => {
  const text = useText('resource')
  const label = (name: Name): string => text(`resource:identityProviders.fields.${name}`)
  return {
    ...labelsOf(names, label),
    clockSkewSeconds: text('resource:identityProviders.saml.clockSkewSeconds'),
  }
}

/** How this service proves itself to it, and what it asks for. */
const Credentials = ({ labels }: { readonly labels: Labels }) => {
  const text = useText('resource')
  const options = clientProofs.map((value) => ({ value, label: value }))
  return (
    <>
      <FormText<TypedProvider> name="clientId" label={labels.clientId} isRequired />
      <FormText<TypedProvider>
        name="clientSecret"
        label={labels.clientSecret}
        hint={text('resource:identityProviders.hints.clientSecret')}
        type="password"
        autoComplete="off"
        whenEmpty={undefined}
      />
      <FormSelect<TypedProvider> name="clientProof" label={labels.clientProof} options={options} />
      <FormLines<TypedProvider> name="scopes" label={labels.scopes} rows={3} />
    </>
  )
}

/** Of the times in an ID token. */
const ClockSkew = ({ label }: { readonly label: string }) => {
  const text = useText('resource')
  return (
    <FormNumber<TypedProvider>
      name="clockSkewSeconds"
      label={label}
      hint={text('resource:identityProviders.saml.clockHint')}
    />
  )
}

/** Where it stands, and how this service shows itself to it. */
const Connection = ({ labels }: { readonly labels: Labels }) => {
  const text = useText('resource')
  const isOauth = useWatch<TypedProvider>({ name: 'kind' }) === 'OAUTH2'
  return (
    <>
      <FormSelect<TypedProvider>
        name="kind"
        label={labels.kind}
        options={optionsOf(identityProviderKinds, (value) =>
          text(`resource:identityProviders.kinds.${value}`),
        )}
      />
      <FormText<TypedProvider>
        name="issuer"
        label={labels.issuer}
        hint={text('resource:identityProviders.hints.issuer')}
        type="url"
        isRequired
      />
      {isOauth &&
        (['authorizationEndpoint', 'tokenEndpoint', 'userinfoEndpoint'] as const).map((name) => (
          <FormText<TypedProvider>
            key={name}
            {...{ name }}
            label={labels[name]}
            type="url"
            whenEmpty={null}
            isRequired
          />
        ))}
      {isOauth && <FormText<TypedProvider> name="subjectClaim" label={labels.subjectClaim} />}
      <Credentials labels={labels} />
      {!isOauth && <FormToggle<TypedProvider> name="userinfo" label={labels.userinfo} />}
      {!isOauth && <ClockSkew label={labels.clockSkewSeconds} />}
    </>
  )
}

type PeopleLabels = Pick<
  Labels,
  'button' | 'domains' | 'createsUsers' | 'updatesUsers' | 'userIdClaim' | 'claimMappings'
>

/** Whom a provider signs in, and what their accounts become here. */
export const PeopleFields = ({ labels }: { readonly labels: PeopleLabels }) => {
  const text = useText('resource')
  const hint = (name: 'domains' | 'createsUsers' | 'claimMappings') =>
    text(`resource:identityProviders.hints.${name}`)
  return (
    <>
      <FormToggle<TypedProvider> name="button" label={labels.button} />
      <FormLines<TypedProvider>
        name="domains"
        label={labels.domains}
        hint={hint('domains')}
        rows={3}
        reads={hostInLine}
      />
      <FormToggle<TypedProvider>
        name="createsUsers"
        label={labels.createsUsers}
        hint={hint('createsUsers')}
      />
      <FormToggle<TypedProvider> name="updatesUsers" label={labels.updatesUsers} />
      <FormText<TypedProvider> name="userIdClaim" label={labels.userIdClaim} isRequired />
      <ClaimMappings label={labels.claimMappings} hint={hint('claimMappings')} />
    </>
  )
}

const Trust = ({ labels }: { readonly labels: Labels }) => {
  const text = useText('resource')
  return (
    <>
      <FormLines<TypedProvider>
        name="trustedAcrs"
        label={labels.trustedAcrs}
        hint={text('resource:identityProviders.hints.trusted')}
        rows={3}
      />
      <FormLines<TypedProvider> name="trustedAmrs" label={labels.trustedAmrs} rows={3} />
      <FormToggle<TypedProvider>
        name="trustedForAdministrators"
        label={labels.trustedForAdministrators}
        hint={text('resource:identityProviders.hints.trustedForAdministrators')}
      />
    </>
  )
}

/** Everything that is said of an identity provider. */
export const ProviderFields = () => {
  const text = useText('resource')
  const labels = useProviderLabels()
  return (
    <>
      <FormText<TypedProvider> name="name" label={labels.name} isRequired maxLength={100} />
      <FormToggle<TypedProvider> name="enabled" label={labels.enabled} />
      <Connection labels={labels} />
      <PeopleFields labels={labels} />
      <FormToggle<TypedProvider>
        name="trustsMail"
        label={labels.trustsMail}
        hint={text('resource:identityProviders.hints.trustsMail')}
      />
      <Trust labels={labels} />
    </>
  )
}
