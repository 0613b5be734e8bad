import {
  clientRegistrationFamily,
  RegistrableGrant,
  readClientRegistrationSettings,
  updateClientRegistrationSettings,
} from '@signet/contract/settings/clientregistration'
import { hostInLine } from '@signet/rules/host-of'
import { z } from 'zod'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { withinBounds } from '../../../kit/durations.ts'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { FormLines } from '../../../kit/FormLines.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { typedSecrets } from './sealed-form.ts'

const { fields } = clientRegistrationFamily
const { shape } = fields
const schema = fields.extend({
  accessTokenTtlSeconds: withinBounds(shape.accessTokenTtlSeconds, { storedIn: 'sec' }),
  refreshTokenTtlSeconds: withinBounds(shape.refreshTokenTtlSeconds, { storedIn: 'sec' }),
  initialAccessToken: z.string().max(4000),
})
type Values = z.output<typeof schema>

const names = [
  'enabled',
  'initialAccessToken',
  'redirectHosts',
  'scopes',
  'grantTypes',
  'accessTokenTtlSeconds',
  'refreshTokenTtlSeconds',
  'mostApplications',
] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const read = async (signal?: AbortSignal) => {
  const { value, etag } = await callWithEtag(
    readClientRegistrationSettings,
    signal ? { signal } : {},
  )
  const { secretsPresent: _present, ...settings } = value
  return { value: { ...settings, initialAccessToken: '' }, etag }
}

const save = ({ initialAccessToken, ...settings }: Values, etag: string | null) =>
  call(updateClientRegistrationSettings, {
    body: { ...settings, ...typedSecrets({ initialAccessToken }) },
    ifMatch: etag ?? undefined,
  })

/** The most that applications get. */
const PolicyFields = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:registrations.fields.${name}`)
  const scopes = shape.scopes.element.options.map((value) => ({ value, label: value }))
  const grants = optionsOf(RegistrableGrant.options, (value) =>
    text(`settings:registrations.grant.${value}`),
  )
  return (
    <>
      <ChoicesField<Fields> name="scopes" label={label('scopes')} options={scopes} />
      <ChoicesField<Fields> name="grantTypes" label={label('grantTypes')} options={grants} />
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
      <FormNumber<Fields> name="mostApplications" label={label('mostApplications')} />
    </>
  )
}

/** Whether applications may register by themselves, and what they get then. */
export const RegistrationsForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:registrations.fields.${name}`)
  return (
    <SettingsForm
      queryKey={['settings', 'clientregistration']}
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
      {...{ schema, read, save }}
    >
      <FormToggle<Fields>
        name="enabled"
        label={label('enabled')}
        hint={text('settings:registrations.hints.enabled')}
      />
      <FormText<Fields>
        name="initialAccessToken"
        type="password"
        autoComplete="new-password"
        label={label('initialAccessToken')}
        hint={text('settings:registrations.hints.initialAccessToken')}
      />
      <FormLines<Fields>
        name="redirectHosts"
        label={label('redirectHosts')}
        hint={text('settings:registrations.hints.redirectHosts')}
        reads={hostInLine}
      />
      <PolicyFields />
    </SettingsForm>
  )
}
