import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import {
  PasskeyDomainChange,
  readPasskeyDomain,
  updatePasskeyDomain,
} from '@signet/contract/settings/passkey-domain'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { FormSelect } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { Facts } from '../../../ui/Facts.tsx'

const key = ['settings', 'fido-domain']

interface Fields {
  readonly domain: unknown
}

const readTagged = (signal?: AbortSignal) => callWithEtag(readPasskeyDomain, { signal })
type Read = Awaited<ReturnType<typeof readTagged>>
const asForm = ({ value, etag }: Read) => ({ value: { domain: value.domain }, etag })

/** What the form does not change; read anew with it. */
const useShown = () =>
  useQuery({ queryKey: [...key, 'shown'], queryFn: ({ signal }) => readTagged(signal) }).data?.value

type Shown = Read['value']

/** The TXT record that proves the chosen domain. */
const RecordFacts = ({ candidates, domain }: Pick<Shown, 'candidates' | 'domain'>) => {
  const text = useText('settings')
  const chosen: unknown = useWatch<Fields>({ name: 'domain' })
  const record = candidates.find((each) => each.domain === chosen && chosen !== domain)
  if (record === undefined) return null
  return (
    <>
      <Typography variant="body2">
        {text('settings:passkeys.rp.record', { domain: record.domain })}
      </Typography>
      <Facts
        facts={[
          { label: text('settings:passkeys.rp.recordName'), value: record.recordName },
          { label: text('settings:passkeys.rp.recordValue'), value: record.recordValue },
        ]}
      />
    </>
  )
}

/** How many passkeys there are of which RP ID. */
const PasskeyFacts = ({ passkeys, rpId }: Pick<Shown, 'passkeys' | 'rpId'>) => {
  const text = useText('settings')
  if (passkeys.length === 0) return null
  return (
    <>
      <Typography variant="subtitle2">{text('settings:passkeys.rp.counts')}</Typography>
      <Facts facts={passkeys.map((each) => ({ label: each.rpId, value: String(each.count) }))} />
      {passkeys.some((each) => each.rpId !== rpId) && (
        <Typography variant="body2">{text('settings:passkeys.rp.former')}</Typography>
      )}
    </>
  )
}

const DomainFields = () => {
  const text = useText('settings')
  const shown = useShown()
  if (shown === undefined) return null
  const { candidates, host, domain, rpId, relatedOrigins } = shown
  return (
    <>
      <Typography variant="h3">{text('settings:passkeys.rp.title')}</Typography>
      <FormSelect<Fields>
        name="domain"
        label={text('settings:passkeys.rp.domain')}
        hint={text('settings:passkeys.rp.text')}
        placeholder={text('settings:passkeys.rp.host', { host })}
        options={candidates.map((each) => ({ value: each.domain, label: each.domain }))}
      />
      <RecordFacts {...{ candidates, domain }} />
      <PasskeyFacts passkeys={shown.passkeys} rpId={rpId} />
      {domain !== null && (
        <>
          <Typography variant="body2">{text('settings:passkeys.rp.related', { rpId })}</Typography>
          <Box component="pre" sx={{ m: 0, overflow: 'auto' }} translate="no">
            {JSON.stringify(relatedOrigins, null, 2)}
          </Box>
        </>
      )}
    </>
  )
}

/** For which host names passkeys are created. */
export const PasskeyDomainForm = () => {
  const text = useText('settings')
  return (
    <SettingsForm
      queryKey={key}
      schema={PasskeyDomainChange}
      read={async (signal) => asForm(await readTagged(signal))}
      save={(body, etag) => callWithEtag(updatePasskeyDomain, { body, ifMatch: etag ?? undefined })}
      labels={{ domain: text('settings:passkeys.rp.domain') }}
    >
      <DomainFields />
    </SettingsForm>
  )
}
