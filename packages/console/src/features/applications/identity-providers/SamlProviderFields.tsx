import {
  type SamlUpstreamFormat,
  samlSignInBindings,
  samlUpstreamFormats,
} from '@signet/rules/identity-providers'
import { FormLines } from '../../../kit/FormLines.tsx'
import { labelsOf, optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { PeopleFields } from './ProviderFields.tsx'
import type { TypedSaml } from './saml-provider-form.ts'

const shared = [
  'name',
  'enabled',
  'button',
  'domains',
  'createsUsers',
  'updatesUsers',
  'trustedForAdministrators',
] as const
const own = [
  'entityId',
  'signInUrl',
  'signInBinding',
  'logoutUrl',
  'logoutResponseUrl',
  'signingCertificates',
  'metadataUrl',
  'nameIdFormat',
  'signsRequests',
  'requiresEncryption',
  'forcesSignIn',
  'requestedContexts',
  'trustedContexts',
  'clockSkewSeconds',
  'allowsUnsolicited',
  'userIdClaim',
  'claimMappings',
] as const
type Name = (typeof shared)[number] | (typeof own)[number]

/** The fields as people see them. */
export const useSamlProviderLabels = (): Readonly<Record<Name, string>> => {
  const text = useText('resource')
  const common = (name: (typeof shared)[number]) =>
    text(`resource:identityProviders.fields.${name}`)
  const label = (name: (typeof own)[number]) => text(`resource:identityProviders.saml.${name}`)
  return { ...labelsOf(shared, common), ...labelsOf(own, label) }
}

type Labels = Readonly<Record<Name, string>>

/** By which keys it is known, and where they are read again. */
const Keys = ({ labels }: { readonly labels: Labels }) => {
  const text = useText('resource')
  return (
    <>
      <FormText<TypedSaml>
        name="signingCertificates"
        label={labels.signingCertificates}
        rows={6}
        isRequired
      />
      <FormText<TypedSaml>
        name="metadataUrl"
        label={labels.metadataUrl}
        hint={text('resource:identityProviders.saml.metadataHint')}
        type="url"
        whenEmpty={null}
      />
    </>
  )
}

const useChoices = () => {
  const text = useText('resource')
  const formatLabel = (format: Exclude<SamlUpstreamFormat, 'any'>): string =>
    text(`resource:saml.format.${format}`)
  const formats = samlUpstreamFormats.map((value) => ({
    value,
    label: value === 'any' ? text('resource:identityProviders.saml.any') : formatLabel(value),
  }))
  const bindings = optionsOf(samlSignInBindings, (value) => text(`resource:saml.binding.${value}`))
  return { formats, bindings }
}

/** Where it stands, and by which keys it is known. */
const Connection = ({ labels }: { readonly labels: Labels }) => {
  const text = useText('resource')
  const { formats, bindings } = useChoices()
  return (
    <>
      <FormText<TypedSaml>
        name="entityId"
        label={labels.entityId}
        hint={text('resource:identityProviders.hints.issuer')}
        isRequired
        maxLength={1024}
      />
      <FormText<TypedSaml> name="signInUrl" label={labels.signInUrl} type="url" isRequired />
      <FormSelect<TypedSaml> name="signInBinding" label={labels.signInBinding} options={bindings} />
      <Keys labels={labels} />
      <FormSelect<TypedSaml> name="nameIdFormat" label={labels.nameIdFormat} options={formats} />
      <FormText<TypedSaml>
        name="logoutUrl"
        label={labels.logoutUrl}
        hint={text('resource:identityProviders.saml.logoutHint')}
        type="url"
        whenEmpty={null}
      />
      <FormText<TypedSaml>
        name="logoutResponseUrl"
        label={labels.logoutResponseUrl}
        type="url"
        whenEmpty={null}
      />
    </>
  )
}

/** What is asked of it, and what its word counts for. */
const Trust = ({ labels }: { readonly labels: Labels }) => {
  const text = useText('resource')
  return (
    <>
      <FormToggle<TypedSaml> name="signsRequests" label={labels.signsRequests} />
      <FormToggle<TypedSaml> name="requiresEncryption" label={labels.requiresEncryption} />
      <FormToggle<TypedSaml> name="forcesSignIn" label={labels.forcesSignIn} />
      <FormToggle<TypedSaml>
        name="allowsUnsolicited"
        label={labels.allowsUnsolicited}
        hint={text('resource:identityProviders.saml.unsolicitedHint')}
      />
      <FormNumber<TypedSaml>
        name="clockSkewSeconds"
        label={labels.clockSkewSeconds}
        hint={text('resource:identityProviders.saml.clockHint')}
      />
      <FormLines<TypedSaml>
        name="requestedContexts"
        label={labels.requestedContexts}
        hint={text('resource:identityProviders.saml.requestedHint')}
        rows={3}
      />
      <FormLines<TypedSaml>
        name="trustedContexts"
        label={labels.trustedContexts}
        hint={text('resource:identityProviders.hints.trusted')}
        rows={3}
      />
      <FormToggle<TypedSaml>
        name="trustedForAdministrators"
        label={labels.trustedForAdministrators}
        hint={text('resource:identityProviders.hints.trustedForAdministrators')}
      />
    </>
  )
}

/** Everything that is said of a SAML identity provider. */
export const SamlProviderFields = () => {
  const labels = useSamlProviderLabels()
  return (
    <>
      <FormText<TypedSaml> name="name" label={labels.name} isRequired maxLength={100} />
      <FormToggle<TypedSaml> name="enabled" label={labels.enabled} />
      <Connection labels={labels} />
      <PeopleFields labels={labels} />
      <Trust labels={labels} />
    </>
  )
}
