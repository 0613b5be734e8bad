import Box from '@mui/material/Box'
import {
  deletePlayIntegrityCredentials,
  deviceVerdicts,
  playIntegrityFamily,
  readPlayIntegrityCredentials,
  updatePlayIntegrityCredentials,
} from '@signet/contract/provider/play-integrity-credentials'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { FormLines } from '../../../kit/FormLines.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsPage } from '../../../kit/SettingsPage.tsx'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { SecretField } from '../../../pickers/provider-credentials/SecretField.tsx'
import { typedSecrets } from '../../../pickers/provider-credentials/typed-secrets.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { VerdictTest } from './VerdictTest.tsx'

const schema = playIntegrityFamily.fields.extend({
  decryptionKey: z.string().max(16_000),
  secretsSet: readPlayIntegrityCredentials.answer.shape.secretsSet,
})
type Values = z.output<typeof schema>
const names = [
  'enabled',
  'packageNames',
  'certificateDigests',
  'deviceVerdict',
  'recognizedOnly',
  'othersRefused',
  'verificationKey',
  'decryptionKey',
] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const queryKey = ['play-integrity-credentials']

const read = async (signal?: AbortSignal) => {
  const { value, etag } = await callWithEtag(readPlayIntegrityCredentials, signal ? { signal } : {})
  return { value: { ...value, decryptionKey: '' }, etag }
}

const save = ({ decryptionKey, secretsSet: _set, ...settings }: Values, etag: string | null) =>
  call(updatePlayIntegrityCredentials, {
    body: { ...settings, ...typedSecrets({ decryptionKey }) },
    ifMatch: etag ?? undefined,
  })

/** Deletes the credentials after a question. */
const Deletion = () => {
  const text = useText('serviceProvider')
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const title = text('serviceProvider:playIntegrity.deletes.action')
  const remove = async (): Promise<void> => {
    await call(deletePlayIntegrityCredentials)
    await client.resetQueries({ queryKey })
    showMessage(text('serviceProvider:playIntegrity.deletes.done'))
  }
  return (
    <Section title={title} description={text('serviceProvider:playIntegrity.deletes.text')}>
      <Box>
        <Button onClick={() => setIsAsking(true)}>{title}</Button>
      </Box>
      {isAsking && (
        <ConfirmAction
          title={title}
          confirmLabel={title}
          isDestructive
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        >
          {text('serviceProvider:playIntegrity.deletes.text')}
        </ConfirmAction>
      )}
    </Section>
  )
}

const FormFields = ({ label }: { readonly label: (name: Name) => string }) => {
  const text = useText('serviceProvider')
  return (
    <>
      <FormToggle<Fields> name="enabled" label={label('enabled')} />
      <FormLines<Fields> name="packageNames" label={label('packageNames')} rows={2} />
      <FormLines<Fields>
        name="certificateDigests"
        label={label('certificateDigests')}
        hint={text('serviceProvider:playIntegrity.hints.certificateDigests')}
        rows={2}
      />
      <FormSelect<Fields>
        name="deviceVerdict"
        label={label('deviceVerdict')}
        options={optionsOf(deviceVerdicts, (verdict) =>
          text(`serviceProvider:playIntegrity.verdicts.${verdict}`),
        )}
      />
      <FormToggle<Fields> name="recognizedOnly" label={label('recognizedOnly')} />
      <FormToggle<Fields>
        name="othersRefused"
        label={label('othersRefused')}
        hint={text('serviceProvider:playIntegrity.hints.othersRefused')}
      />
      <FormText<Fields>
        name="verificationKey"
        label={label('verificationKey')}
        hint={text('serviceProvider:playIntegrity.hints.verificationKey')}
        rows={2}
        maxLength={500}
      />
      <SecretField<Fields> name="decryptionKey" label={label('decryptionKey')} />
    </>
  )
}

/** By what verdicts about Android apps of tenants are checked. */
const PlayIntegrityPage = () => {
  const text = useText('serviceProvider')
  const may = useMay()
  const label = (name: Name): string => text(`serviceProvider:playIntegrity.fields.${name}`)
  return (
    <>
      <SettingsPage
        title={text('common:pages.playIntegrity')}
        description={text('serviceProvider:playIntegrity.text')}
        needs={['PLAYINTEGRITYCREDENTIALS', 'EDIT']}
        labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
        {...{ queryKey, schema, read, save }}
      >
        <FormFields label={label} />
      </SettingsPage>
      {may(['PLAYINTEGRITYCREDENTIALS', 'EDIT']) && <VerdictTest />}
      {may(['PLAYINTEGRITYCREDENTIALS', 'REMOVE']) && <Deletion />}
    </>
  )
}

export default PlayIntegrityPage
