import {
  type ConnectorUse,
  connectorAuthTypes,
  connectorContentTypes,
  httpMethods,
  placeholdersFor,
} from '@signet/rules/connectors'
import { useWatch } from 'react-hook-form'
import { FormLines } from '../../kit/FormLines.tsx'
import { optionsOf } from '../../kit/fields.ts'
import { FormNumber, FormSelect, FormText } from '../../kit/form-fields.tsx'
import { useText } from '../../lib/i18n.ts'
import type { TypedConnector } from './connector-form.ts'

const fields = [
  'method',
  'url',
  'authType',
  'user',
  'keyName',
  'secret',
  'headers',
  'secrets',
  'contentType',
  'body',
  'timeoutMillis',
  'statuses',
  'resultItems',
] as const

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The fields as people see them: one by one, and all for the summary of faults. */
export const useConnectorLabels = () => {
  const text = useText('settings')
  const label = (name: (typeof fields)[number]): string =>
    text(`settings:connectors.fields.${name}`)
  return { label, labels: Object.fromEntries(fields.map((name) => [name, label(name)])) }
}

export const ProofFields = ({ isKept }: { readonly isKept: boolean }) => {
  const text = useText('settings')
  const { label } = useConnectorLabels()
  const authType = useWatch<TypedConnector, 'authType'>({ name: 'authType' })
  const kinds = optionsOf(connectorAuthTypes, (value) =>
    text(`settings:connectors.authTypes.${value}`),
  )
  return (
    <>
      <FormSelect<TypedConnector> name="authType" label={label('authType')} options={kinds} />
      {authType === 'Basic' && <FormText<TypedConnector> name="user" label={label('user')} />}
      {authType === 'API Key' && (
        <FormText<TypedConnector> name="keyName" label={label('keyName')} />
      )}
      {authType !== 'None' && (
        <FormText<TypedConnector>
          name="secret"
          type="password"
          autoComplete="new-password"
          label={label('secret')}
          hint={isKept ? text('settings:connectors.hints.secretKept') : undefined}
        />
      )}
    </>
  )
}

/** What is sent: headers, named secrets and the body. */
const SentFields = ({ use }: { readonly use: ConnectorUse }) => {
  const text = useText('settings')
  const { label } = useConnectorLabels()
  const placeholders = placeholdersFor(use)
    .map((name) => `{{${name}}}`)
    .join(' ')
  return (
    <>
      <FormLines<TypedConnector>
        name="headers"
        label={label('headers')}
        hint={text('settings:connectors.hints.headers')}
        rows={2}
      />
      <FormLines<TypedConnector>
        name="secrets"
        label={label('secrets')}
        hint={text('settings:connectors.hints.secrets', { placeholder: '{{SECRET.name}}' })}
        rows={2}
      />
      <FormSelect<TypedConnector>
        name="contentType"
        label={label('contentType')}
        options={same(connectorContentTypes)}
      />
      <FormText<TypedConnector>
        name="body"
        label={label('body')}
        hint={text('settings:connectors.hints.body', { placeholders })}
        rows={5}
      />
    </>
  )
}

/** How long it may take, and what says yes. */
const AnswerFields = () => {
  const text = useText('settings')
  const { label } = useConnectorLabels()
  return (
    <>
      <FormNumber<TypedConnector> name="timeoutMillis" label={label('timeoutMillis')} unit="ms" />
      <FormLines<TypedConnector> name="statuses" label={label('statuses')} rows={1} />
      <FormLines<TypedConnector>
        name="resultItems"
        label={label('resultItems')}
        hint={text('settings:connectors.hints.resultItems')}
        rows={3}
      />
    </>
  )
}

interface ConnectorFieldsProps {
  readonly use: ConnectorUse
  /** A secret is kept, and stays where none is typed. */
  readonly isKept: boolean
}

/** Everything that is said of a call to another service. */
export const ConnectorFields = ({ use, isKept }: ConnectorFieldsProps) => {
  const { label } = useConnectorLabels()
  return (
    <>
      <FormSelect<TypedConnector>
        name="method"
        label={label('method')}
        options={same(httpMethods)}
      />
      <FormText<TypedConnector> name="url" label={label('url')} isRequired />
      <ProofFields isKept={isKept} />
      <SentFields use={use} />
      <AnswerFields />
    </>
  )
}
