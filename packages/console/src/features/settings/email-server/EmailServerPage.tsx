import Stack from '@mui/material/Stack'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { SettingsPage } from '../../../kit/SettingsPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { mailStateQuery } from '../../../pickers/mail-state/mail-state.queries.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ConnectSection } from './ConnectSection.tsx'
import { DeliverySection } from './DeliverySection.tsx'
import { formKey, readForm, ServerForm, saveForm, serverQuery } from './email-server.queries.ts'
import { ServerFields, useServerLabels } from './ServerFields.tsx'
import { TestSection } from './TestSection.tsx'

/** The tenant's own mail server: settings, connection, test; the log is a page of its own. */
const EmailServerPage = () => {
  const text = useText('settings')
  const client = useQueryClient()
  const labels = useServerLabels()
  const mayEdit = useMay()(['SETTINGS', 'EDIT'])
  const save = async (values: z.output<typeof ServerForm>, etag: string | null) => {
    await saveForm(values, etag)
    await Promise.all([
      client.invalidateQueries({ queryKey: serverQuery.queryKey }),
      client.invalidateQueries({ queryKey: mailStateQuery.queryKey }),
    ])
  }
  return (
    <Stack spacing={2}>
      <div>
        <SettingsPage
          title={text('common:pages.emailServer')}
          description={text('settings:email.description')}
          queryKey={formKey}
          schema={ServerForm}
          read={readForm}
          {...{ save, labels }}
        >
          <ServerFields />
        </SettingsPage>
      </div>
      {mayEdit && <ConnectSection />}
      {mayEdit && <TestSection />}
      <DeliverySection />
    </Stack>
  )
}

export default EmailServerPage
