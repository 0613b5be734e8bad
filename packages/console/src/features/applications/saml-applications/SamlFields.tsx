import {
  SamlEncryptionAlgorithm,
  SamlHashAlgorithm,
  SamlLogoutBinding,
  SamlNameIdFormat,
  SamlSignatureChoice,
} from '@signet/contract/applications/saml-applications'
import {
  type SamlSignatureChoice as SignatureChoice,
  samlRelayStateBytes,
  samlSignatureOf,
} from '@signet/rules/applications'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { LinesField } from '../../../kit/LinesField.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { Option } from '../../../ui/SelectInput.tsx'
import { SamlPreview } from './SamlPreview.tsx'
import { sourcesQuery } from './saml-applications.queries.ts'
import { emptyForm, type FormValues } from './saml-form.ts'

type FieldName = keyof FormValues

interface SamlFieldsProps {
  /** Undefined for an application that is not there yet. */
  readonly applicationId: string | undefined
}

/** The fields as people see them: one by one, and all for the summary of faults. */
export const useSamlLabels = () => {
  const text = useText('resource')
  const label = (name: FieldName): string => text(`resource:saml.fields.${name}`)
  const labels: Readonly<Record<string, string>> = Object.fromEntries(
    Object.keys(emptyForm).flatMap((name) => (isField(name) ? [[name, label(name)]] : [])),
  )
  return { label, labels, hint: (name: HintName): string => text(`resource:saml.hints.${name}`) }
}

const isField = (name: string): name is FieldName => name in emptyForm
type HintName =
  | 'entityId'
  | 'assertionConsumers'
  | 'attributes'
  | 'signingCertificates'
  | 'logoutUrl'
  | 'signatureAlgorithm'
  | 'entityDefault'
  | 'ignoresNameIdPolicy'
  | 'allowedNameIdFormats'

const FormatFields = ({ formats }: { readonly formats: readonly Option[] }) => {
  const { label, hint } = useSamlLabels()
  const [format, ignores] = useWatch<FormValues, ['nameIdFormat', 'ignoresNameIdPolicy']>({
    name: ['nameIdFormat', 'ignoresNameIdPolicy'],
  })
  return (
    <>
      <FormToggle<FormValues>
        name="ignoresNameIdPolicy"
        label={label('ignoresNameIdPolicy')}
        hint={hint('ignoresNameIdPolicy')}
      />
      {!ignores && (
        <ChoicesField<FormValues>
          name="allowedNameIdFormats"
          label={label('allowedNameIdFormats')}
          hint={hint('allowedNameIdFormats')}
          options={formats.filter(({ value }) => value !== format)}
        />
      )}
    </>
  )
}

const PersonFields = ({ applicationId }: SamlFieldsProps) => {
  const text = useText('resource')
  const { label, hint } = useSamlLabels()
  const { data = [] } = useQuery(sourcesQuery)
  const format = useWatch<FormValues, 'nameIdFormat'>({ name: 'nameIdFormat' })
  const labelOf = (id: string): string | null =>
    id === 'pairwise' || id === 'displayName' ? text(`resource:saml.${id}`) : null
  const formats = optionsOf(SamlNameIdFormat.options, (value) =>
    text(`resource:saml.format.${value}`),
  )
  const source = useWatch<FormValues, 'nameIdAttribute'>({ name: 'nameIdAttribute' })
  const known = data.map(({ id, name }) => ({ value: id, label: labelOf(id) ?? name }))
  // A template that the API has set is kept as it is.
  const isKnown = known.some(({ value }) => value === source)
  const sources =
    isKnown || data.length === 0 ? known : [...known, { value: source, label: source }]
  return (
    <>
      <FormSelect<FormValues> name="nameIdFormat" label={label('nameIdFormat')} options={formats} />
      {format !== 'transient' && (
        <FormSelect<FormValues>
          name="nameIdAttribute"
          label={label('nameIdAttribute')}
          options={sources}
        />
      )}
      <FormatFields formats={formats} />
      <LinesField<FormValues>
        name="attributes"
        label={label('attributes')}
        hint={hint('attributes')}
        placeholder="mail = email"
      />
      <SamlPreview applicationId={applicationId} />
    </>
  )
}

const isWeak = (algorithm: string): boolean => algorithm.endsWith('SHA1')

/** SHA-1 stays for what has it. */
const offered = <T extends string>(all: readonly T[], present: string): readonly T[] =>
  all.filter((value) => value === present || !isWeak(value))

const spelled = (algorithm: string): string =>
  algorithm.replace('_', ' ').replace('RSAPSS', 'RSA-PSS')

/** Algorithms by their names, weak ones named so. */
const useAlgorithms = () => {
  const text = useText('resource')
  const named = (value: string): string => {
    const algorithm = spelled(value)
    return isWeak(value) ? text('resource:saml.algorithms.weak', { algorithm }) : algorithm
  }
  const signatureOf = (value: SignatureChoice): string => {
    if (value !== 'RECOMMENDED' && value !== 'RECOMMENDED_NO_SHA224') return named(value)
    return text(`resource:saml.algorithms.${value}`, {
      algorithm: spelled(samlSignatureOf(value) ?? ''),
    })
  }
  return { named, signatureOf }
}

const AlgorithmFields = () => {
  const { label, hint } = useSamlLabels()
  const { named, signatureOf } = useAlgorithms()
  const [signature, digest] = useWatch<FormValues, ['signatureAlgorithm', 'digestAlgorithm']>({
    name: ['signatureAlgorithm', 'digestAlgorithm'],
  })
  return (
    <>
      <FormSelect<FormValues>
        name="signatureAlgorithm"
        label={label('signatureAlgorithm')}
        hint={hint('signatureAlgorithm')}
        options={offered(SamlSignatureChoice.options, signature).map((value) => ({
          value,
          label: signatureOf(value),
        }))}
      />
      <FormSelect<FormValues>
        name="digestAlgorithm"
        label={label('digestAlgorithm')}
        options={offered(SamlHashAlgorithm.options, digest).map((value) => ({
          value,
          label: named(value),
        }))}
      />
    </>
  )
}

const encryptionOptions = SamlEncryptionAlgorithm.options.map((value) => ({
  value,
  label: value.replace('AES', 'AES-').replace('_', '-'),
}))

const EncryptionFields = () => {
  const { label } = useSamlLabels()
  return (
    <>
      <FormText<FormValues>
        name="encryptionCertificate"
        label={label('encryptionCertificate')}
        rows={4}
        whenEmpty={null}
      />
      <FormSelect<FormValues>
        name="encryptionAlgorithm"
        label={label('encryptionAlgorithm')}
        options={encryptionOptions}
      />
    </>
  )
}

const SignatureFields = () => {
  const { label, hint } = useSamlLabels()
  const encrypts = useWatch<FormValues, 'encryptAssertion'>({ name: 'encryptAssertion' })
  return (
    <>
      <FormToggle<FormValues> name="signResponse" label={label('signResponse')} />
      <FormToggle<FormValues> name="signAssertion" label={label('signAssertion')} />
      <AlgorithmFields />
      <FormToggle<FormValues> name="encryptAssertion" label={label('encryptAssertion')} />
      {encrypts && <EncryptionFields />}
      <FormToggle<FormValues> name="requireSignedRequests" label={label('requireSignedRequests')} />
      <FormText<FormValues>
        name="signingCertificates"
        label={label('signingCertificates')}
        hint={hint('signingCertificates')}
        rows={4}
      />
    </>
  )
}

const LogoutFields = () => {
  const text = useText('resource')
  const { label, hint } = useSamlLabels()
  const url = useWatch<FormValues, 'logoutUrl'>({ name: 'logoutUrl' })
  const bindings = optionsOf(SamlLogoutBinding.options, (value) =>
    text(`resource:saml.binding.${value}`),
  )
  return (
    <>
      <FormText<FormValues>
        name="logoutUrl"
        label={label('logoutUrl')}
        hint={hint('logoutUrl')}
        type="url"
        whenEmpty={null}
      />
      {url !== null && url !== '' && (
        <FormSelect<FormValues>
          name="logoutBinding"
          label={label('logoutBinding')}
          options={bindings}
        />
      )}
    </>
  )
}

const NameFields = () => {
  const { label, hint } = useSamlLabels()
  return (
    <>
      <FormText<FormValues> name="name" label={label('name')} isRequired maxLength={100} />
      <FormText<FormValues>
        name="description"
        label={label('description')}
        rows={2}
        maxLength={500}
      />
      <FormToggle<FormValues> name="enabled" label={label('enabled')} />
      <FormText<FormValues>
        name="entityId"
        label={label('entityId')}
        hint={hint('entityId')}
        isRequired
        maxLength={1024}
      />
      <LinesField<FormValues>
        name="assertionConsumers"
        label={label('assertionConsumers')}
        hint={hint('assertionConsumers')}
        placeholder="https://app.example.com/saml/acs"
        isRequired
      />
      <FormToggle<FormValues>
        name="entityDefault"
        label={label('entityDefault')}
        hint={hint('entityDefault')}
      />
    </>
  )
}

/** All that a SAML application is told of by its administrators. */
export const SamlFields = ({ applicationId }: SamlFieldsProps) => {
  const { label } = useSamlLabels()
  const begins = useWatch<FormValues, 'idpInitiated'>({ name: 'idpInitiated' })
  return (
    <>
      <NameFields />
      <PersonFields applicationId={applicationId} />
      <SignatureFields />
      <LogoutFields />
      <FormToggle<FormValues> name="idpInitiated" label={label('idpInitiated')} />
      {begins && (
        <FormText<FormValues>
          name="defaultRelayState"
          label={label('defaultRelayState')}
          maxLength={samlRelayStateBytes}
        />
      )}
    </>
  )
}
