import Stack from '@mui/material/Stack'
import {
  activeSyncFamily,
  readActiveSyncAccess,
  testActiveSync,
  updateActiveSyncAccess,
} from '@signet/contract/settings/activesyncaccess'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsPage } from '../../../kit/SettingsPage.tsx'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { typedSecrets } from './sealed-form.ts'

const schema = activeSyncFamily.fields.extend({ token: z.string().max(4000) })
const names = ['enabled', 'url', 'token', 'selfService'] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const read = async (signal?: AbortSignal) => {
  const { value, etag } = await callWithEtag(readActiveSyncAccess, signal ? { signal } : {})
  const { secretsPresent: _present, ...settings } = value
  return { value: { ...settings, token: '' }, etag }
}

const save = ({ token, ...settings }: z.output<typeof schema>, etag: string | null) =>
  call(updateActiveSyncAccess, {
    body: { ...settings, ...typedSecrets({ token }) },
    ifMatch: etag ?? undefined,
  })

/** Asks the gateway by the saved settings. */
const Trial = () => {
  const text = useText('settings')
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call(testActiveSync),
  })
  const said = data?.reached
    ? text('settings:activeSync.reached')
    : `${text('settings:activeSync.failed')} ${data?.detail ?? ''}`
  return (
    <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
      <Button onClick={() => mutate()} isPending={isPending}>
        {text('settings:activeSync.test')}
      </Button>
      <ErrorNotice error={error} />
      {data !== undefined && (
        <Notice severity={data.reached ? 'success' : 'error'}>{said.trim()}</Notice>
      )}
    </Stack>
  )
}

const ActiveSyncPage = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:activeSync.fields.${name}`)
  const mayEdit = useMay()(['SETTINGS', 'EDIT'])
  return (
    <Stack spacing={2}>
      <div>
        <SettingsPage
          title={text('common:pages.activeSyncAccess')}
          queryKey={['settings', 'activesyncaccess']}
          labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
          {...{ schema, read, save }}
        >
          <FormToggle<Fields> name="enabled" label={label('enabled')} />
          <FormText<Fields> name="url" type="url" label={label('url')} />
          <FormText<Fields>
            name="token"
            type="password"
            autoComplete="new-password"
            label={label('token')}
          />
          <FormToggle<Fields> name="selfService" label={label('selfService')} />
        </SettingsPage>
      </div>
      {mayEdit && <Trial />}
    </Stack>
  )
}

export default ActiveSyncPage
