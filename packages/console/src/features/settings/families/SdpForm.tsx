import Typography from '@mui/material/Typography'
import { readSdpSettings, sdpFamily, updateSdpSettings } from '@signet/contract/settings/sdp'
import { z } from 'zod'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { SdpConnection } from './SdpConnection.tsx'
import { typedSecrets } from './sealed-form.ts'

const schema = sdpFamily.fields
  .extend({ clientSecret: z.string().max(4000) })
  .superRefine((values, context) => {
    for (const { path, message } of sdpFamily.rule(values)) {
      context.addIssue({ code: 'custom', path: [path], message })
    }
  })
type Service = z.output<typeof schema>

const plain = ['serviceUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'clientId', 'scope'] as const
const names = ['enabled', ...plain, 'clientSecret'] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const read = async (signal?: AbortSignal) => {
  const { value, etag } = await callWithEtag(readSdpSettings, signal ? { signal } : {})
  const { secretsPresent: _present, ...settings } = value
  return { value: { ...settings, clientSecret: '' }, etag }
}

const save = ({ clientSecret, ...settings }: Service, etag: string | null) =>
  call(updateSdpSettings, {
    body: { ...settings, ...typedSecrets({ clientSecret }) },
    ifMatch: etag ?? undefined,
  })

/** The service that puts soft tokens on managed devices, and how it is connected. */
export const SdpForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:sdp.fields.${name}`)
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {text('settings:sdp.text')}
      </Typography>
      <SettingsForm
        queryKey={['settings', 'sdp']}
        labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
        {...{ schema, read, save }}
      >
        <FormToggle<Fields> name="enabled" label={label('enabled')} />
        {plain.map((name) => (
          <FormText<Fields> key={name} name={name} label={label(name)} />
        ))}
        <FormText<Fields>
          name="clientSecret"
          type="password"
          autoComplete="new-password"
          label={label('clientSecret')}
          hint={text('settings:sdp.hints.clientSecret')}
        />
      </SettingsForm>
      <SdpConnection />
    </>
  )
}
