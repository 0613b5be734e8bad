import { addressInLine } from '@signet/rules/host-of'
import {
  radiusAddressAttributes,
  radiusMethods,
  radiusPasswordFormats,
  radiusUserNameFormats,
} from '@signet/rules/radius'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { FormLines } from '../../../kit/FormLines.tsx'
import { labelsOf, optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { LinesField } from '../../../kit/LinesField.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { agentNamesQuery } from './radius-applications.queries.ts'
import { type FieldName, type FormValues, fieldNames } from './radius-form.ts'

/** The fields as people see them: one by one, and all for the summary of faults. */
export const useRadiusLabels = () => {
  const text = useText('resource')
  const label = (name: FieldName): string => text(`resource:radius.fields.${name}`)
  return { label, labels: labelsOf(fieldNames, label) }
}

const AgentsField = () => {
  const text = useText('resource')
  const { label } = useRadiusLabels()
  const { data = [] } = useQuery(agentNamesQuery)
  if (data.length === 0) return null
  return (
    <ChoicesField<FormValues>
      name="agentIds"
      label={label('agentIds')}
      hint={text('resource:radius.hints.agentIds')}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

const ClientFields = () => {
  const text = useText('resource')
  const may = useMay()
  const { label } = useRadiusLabels()
  return (
    <>
      <FormLines<FormValues>
        name="allowedAddresses"
        label={label('allowedAddresses')}
        hint={text('resource:radius.hints.allowedAddresses')}
        rows={3}
        reads={addressInLine}
      />
      <FormText<FormValues>
        name="tlsClientName"
        label={label('tlsClientName')}
        maxLength={253}
        whenEmpty={null}
      />
      {may(['AGENTS', 'VIEW']) && <AgentsField />}
      <FormToggle<FormValues>
        name="requireMessageAuthenticator"
        label={label('requireMessageAuthenticator')}
        hint={text('resource:radius.hints.requireMessageAuthenticator')}
      />
      <FormNumber<FormValues> name="requestsPerSecond" label={label('requestsPerSecond')} />
    </>
  )
}

const PasswordFields = () => {
  const text = useText('resource')
  const { label } = useRadiusLabels()
  const format = useWatch<FormValues, 'passwordFormat'>({ name: 'passwordFormat' })
  return (
    <>
      <FormSelect<FormValues>
        name="passwordFormat"
        label={label('passwordFormat')}
        options={optionsOf(radiusPasswordFormats, (value) =>
          text(`resource:radius.formats.${value}`),
        )}
      />
      {format === 'PASSWORD_AND_CODE' && (
        <FormNumber<FormValues> name="codeDigits" label={label('codeDigits')} />
      )}
    </>
  )
}

const ChallengeFields = () => {
  const text = useText('resource')
  const { label } = useRadiusLabels()
  const isAsked = useWatch<FormValues, 'challengeResponse'>({ name: 'challengeResponse' })
  return (
    <>
      <FormToggle<FormValues> name="challengeResponse" label={label('challengeResponse')} />
      {isAsked && (
        <FormText<FormValues>
          name="challengeText"
          label={label('challengeText')}
          hint={text('resource:radius.hints.challengeText')}
          maxLength={253}
          whenEmpty={null}
        />
      )}
    </>
  )
}

const SignInFields = () => {
  const text = useText('resource')
  const { label } = useRadiusLabels()
  return (
    <>
      <FormSelect<FormValues>
        name="authenticationMethod"
        label={label('authenticationMethod')}
        placeholder={text('resource:radius.usualMethod')}
        options={optionsOf(radiusMethods, (value) => text(`resource:flows.system.${value}`))}
      />
      <PasswordFields />
      <ChallengeFields />
      <FormToggle<FormValues> name="push" label={label('push')} />
      <FormSelect<FormValues>
        name="userNameFormat"
        label={label('userNameFormat')}
        options={optionsOf(radiusUserNameFormats, (value) =>
          text(`resource:radius.names.${value}`),
        )}
      />
      <FormSelect<FormValues>
        name="clientAddressAttribute"
        label={label('clientAddressAttribute')}
        options={optionsOf(radiusAddressAttributes, (value) =>
          text(`resource:radius.places.${value}`),
        )}
      />
    </>
  )
}

/** Everything that is said of a RADIUS application. */
export const RadiusFields = () => {
  const text = useText('resource')
  const { label } = useRadiusLabels()
  return (
    <>
      <FormText<FormValues> name="name" label={label('name')} isRequired maxLength={100} />
      <FormText<FormValues>
        name="description"
        label={label('description')}
        rows={2}
        maxLength={500}
      />
      <ClientFields />
      <SignInFields />
      <LinesField<FormValues>
        name="replyAttributes"
        label={label('replyAttributes')}
        hint={text('resource:radius.hints.replyAttributes')}
        placeholder="25 = groups"
      />
      <FormToggle<FormValues> name="enabled" label={label('enabled')} />
    </>
  )
}
