import { formOf } from '@signet/contract/kit/settings-family'
import {
  fmaasAlertsFamily,
  readFleetAlertSettings,
  updateFleetAlertSettings,
} from '@signet/contract/settings/fmaasalerts'
import { FormLines } from '../../../kit/FormLines.tsx'
import { FormNumber, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'

const schema = formOf(fmaasAlertsFamily)
const names = ['enabled', 'recipients', 'tellsRecovery', 'pauseMinutes'] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

/** Whether printers are watched, and who is mailed. */
export const MailsForm = () => {
  const text = useText('issuancePortal')
  const label = (name: Name): string => text(`issuancePortal:alerts.fields.${name}`)
  const hint = (name: Exclude<Name, 'tellsRecovery'>): string =>
    text(`issuancePortal:alerts.hints.${name}`)
  return (
    <SettingsForm
      queryKey={['settings', 'fmaasalerts']}
      schema={schema}
      defaults={fmaasAlertsFamily.defaults}
      read={(signal) => callWithEtag(readFleetAlertSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateFleetAlertSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <MailHint about="mails" />
      <FormToggle<Fields> name="enabled" label={label('enabled')} hint={hint('enabled')} />
      <FormLines<Fields> name="recipients" label={label('recipients')} hint={hint('recipients')} />
      <FormToggle<Fields> name="tellsRecovery" label={label('tellsRecovery')} />
      <FormNumber<Fields>
        name="pauseMinutes"
        label={label('pauseMinutes')}
        hint={hint('pauseMinutes')}
      />
    </SettingsForm>
  )
}
