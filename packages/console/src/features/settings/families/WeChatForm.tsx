import Typography from '@mui/material/Typography'
import {
  readWeChatSettings,
  updateWeChatSettings,
  weChatFamily,
} from '@signet/contract/settings/wechat'
import { z } from 'zod'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { typedSecrets } from './sealed-form.ts'

const Secret = z.string().max(4000)
const schema = weChatFamily.fields
  .extend({ appSecret: Secret, token: Secret })
  .superRefine((values, context) => {
    for (const { path, message } of weChatFamily.rule(values)) {
      context.addIssue({ code: 'custom', path: [path], message })
    }
  })
type Account = z.output<typeof schema>

const plain = [
  'appId',
  'templateId',
  'codeField',
  'minutesField',
  'apiUrl',
  'authorizeUrl',
] as const
const names = ['enabled', ...plain, 'appSecret', 'token'] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const read = async (signal?: AbortSignal) => {
  const { value, etag } = await callWithEtag(readWeChatSettings, signal ? { signal } : {})
  const { secretsPresent: _present, ...settings } = value
  return { value: { ...settings, appSecret: '', token: '' }, etag }
}

const save = ({ appSecret, token, ...settings }: Account, etag: string | null) =>
  call(updateWeChatSettings, {
    body: { ...settings, ...typedSecrets({ appSecret, token }) },
    ifMatch: etag ?? undefined,
  })

const callback = '/api/web/v1/oauth/callback/wechat'

/** The official account that carries codes. */
export const WeChatForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:codes.weChat.fields.${name}`)
  const secret = { type: 'password', autoComplete: 'new-password' } as const
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {text('settings:codes.weChat.text')}
      </Typography>
      <SettingsForm
        queryKey={['settings', 'wechat']}
        labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
        {...{ schema, read, save }}
      >
        <FormToggle<Fields> name="enabled" label={label('enabled')} />
        {plain.map((name) => (
          <FormText<Fields> key={name} name={name} label={label(name)} />
        ))}
        <FormText<Fields> name="appSecret" {...secret} label={label('appSecret')} />
        <FormText<Fields>
          name="token"
          {...secret}
          label={label('token')}
          hint={text('settings:codes.weChat.hints.token', {
            url: `${window.location.origin}${callback}`,
          })}
        />
      </SettingsForm>
    </>
  )
}
