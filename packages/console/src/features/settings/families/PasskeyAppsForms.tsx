import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { formOf } from '@signet/contract/kit/settings-family'
import {
  fidoAndroidFamily,
  readFidoAndroidConfiguration,
  updateFidoAndroidConfiguration,
} from '@signet/contract/settings/fido-android'
import {
  fidoIosFamily,
  readFidoIosConfiguration,
  updateFidoIosConfiguration,
} from '@signet/contract/settings/fido-ios'
import { z } from 'zod'
import { FormLines } from '../../../kit/FormLines.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

interface Fields {
  readonly apps: unknown
}

type App = (typeof fidoAndroidFamily.defaults.apps)[number]

const lineOf = ({ packageName, sha256CertFingerprints }: App): string =>
  [packageName, ...sha256CertFingerprints].join(' ')

const appOf = (line: string) => {
  const [packageName = '', ...sha256CertFingerprints] = line.trim().split(/\s+/)
  return { packageName, sha256CertFingerprints }
}

/** An app a line, as it is pasted. */
const androidSchema = z.object({
  apps: z.array(z.string().transform(appOf).pipe(fidoAndroidFamily.fields.shape.apps.element)),
})

const AndroidForm = () => {
  const text = useText('settings')
  const label = text('settings:passkeys.apps.android')
  const read = async (signal?: AbortSignal) => {
    const { value, etag } = await callWithEtag(readFidoAndroidConfiguration, { signal })
    return { value: { apps: value.apps.map(lineOf) }, etag }
  }
  return (
    <SettingsForm
      queryKey={['settings', 'fido', 'android']}
      schema={androidSchema}
      defaults={{ apps: [] }}
      read={read}
      save={(body, etag) =>
        callWithEtag(updateFidoAndroidConfiguration, { body, ifMatch: etag ?? undefined })
      }
      labels={{ apps: label }}
    >
      <FormLines<Fields>
        name="apps"
        label={label}
        hint={text('settings:passkeys.apps.androidHint')}
      />
    </SettingsForm>
  )
}

const iosSchema = formOf(fidoIosFamily)

const IosForm = () => {
  const text = useText('settings')
  const label = text('settings:passkeys.apps.ios')
  return (
    <SettingsForm
      queryKey={['settings', 'fido', 'ios']}
      schema={iosSchema}
      defaults={fidoIosFamily.defaults}
      read={(signal) => callWithEtag(readFidoIosConfiguration, { signal })}
      save={(body, etag) =>
        callWithEtag(updateFidoIosConfiguration, { body, ifMatch: etag ?? undefined })
      }
      labels={{ apps: label }}
    >
      <FormLines<Fields> name="apps" label={label} hint={text('settings:passkeys.apps.iosHint')} />
    </SettingsForm>
  )
}

/** Apps of the tenant's own that may use its passkeys. */
export const PasskeyAppsForms = () => {
  const text = useText('settings')
  const files = {
    android: '/.well-known/assetlinks.json',
    ios: '/.well-known/apple-app-site-association',
  }
  return (
    <Stack spacing={2}>
      <Typography variant="body2">{text('settings:passkeys.apps.text', files)}</Typography>
      <AndroidForm />
      <IosForm />
    </Stack>
  )
}
