import { formOf } from '@signet/contract/kit/settings-family'
import {
  magicLinkFamily,
  readMagicLinkSettings,
  updateMagicLinkSettings,
} from '@signet/contract/settings/magiclink'
import { originInLine } from '@signet/rules/host-of'
import { withinBounds } from '../../../kit/durations.ts'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { FormLines } from '../../../kit/FormLines.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const { fields } = magicLinkFamily
const { lifeSeconds, resendSeconds, issuedLifeSeconds } = fields.shape
const storedIn = 'sec'
const schema = formOf({
  ...magicLinkFamily,
  fields: fields.extend({
    lifeSeconds: withinBounds(lifeSeconds, { storedIn }),
    resendSeconds: withinBounds(resendSeconds, { storedIn }),
    issuedLifeSeconds: withinBounds(issuedLifeSeconds, { storedIn }),
  }),
})
const names = [
  'enabled',
  'opening',
  'lifeSeconds',
  'resendSeconds',
  'issuedLifeSeconds',
  'handOver',
  'redirectOrigins',
] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>
const openings = ['SAME_BROWSER', 'ANY_BROWSER', 'WAITING_BROWSER'] as const

/** Whether and how links in emails sign in. */
export const MagicLinkForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:magicLinks.fields.${name}`)
  const options = optionsOf(openings, (value) => text(`settings:magicLinks.openings.${value}`))
  return (
    <SettingsForm
      queryKey={['settings', 'magiclink']}
      schema={schema}
      defaults={magicLinkFamily.defaults}
      read={(signal) => callWithEtag(readMagicLinkSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateMagicLinkSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <FormToggle<Fields>
        name="enabled"
        label={label('enabled')}
        hint={text('settings:magicLinks.hints.enabled')}
      />
      <FormSelect<Fields> name="opening" label={label('opening')} options={options} />
      {(['lifeSeconds', 'resendSeconds', 'issuedLifeSeconds'] as const).map((name) => (
        <FormDuration<Fields> key={name} name={name} label={label(name)} storedIn={storedIn} />
      ))}
      <FormToggle<Fields>
        name="handOver"
        label={label('handOver')}
        hint={text('settings:magicLinks.hints.handOver')}
      />
      <FormLines<Fields>
        name="redirectOrigins"
        label={label('redirectOrigins')}
        rows={3}
        reads={originInLine}
      />
    </SettingsForm>
  )
}
