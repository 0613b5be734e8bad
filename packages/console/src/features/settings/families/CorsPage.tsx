import { formOf } from '@signet/contract/kit/settings-family'
import { corsFamily, readCorsSettings, updateCorsSettings } from '@signet/contract/settings/cors'
import { originInLine } from '@signet/rules/host-of'
import { withinBounds } from '../../../kit/durations.ts'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { FormLines } from '../../../kit/FormLines.tsx'
import { FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsPage } from '../../../kit/SettingsPage.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const { fields } = corsFamily
const schema = formOf({
  ...corsFamily,
  fields: fields.extend({
    maxAgeSeconds: withinBounds(fields.shape.maxAgeSeconds, { storedIn: 'sec' }),
  }),
})
const names = ['origins', 'allowCredentials', 'maxAgeSeconds'] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const CorsPage = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:cors.fields.${name}`)
  const hint = (name: Name): string => text(`settings:cors.hints.${name}`)
  return (
    <SettingsPage
      title={text('common:pages.cors')}
      description={text('settings:cors.text')}
      queryKey={['settings', 'cors']}
      schema={schema}
      defaults={corsFamily.defaults}
      read={(signal) => callWithEtag(readCorsSettings, { signal })}
      save={(body, etag) => callWithEtag(updateCorsSettings, { body, ifMatch: etag ?? undefined })}
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <FormLines<Fields>
        name="origins"
        label={label('origins')}
        hint={hint('origins')}
        reads={originInLine}
      />
      <FormToggle<Fields>
        name="allowCredentials"
        label={label('allowCredentials')}
        hint={hint('allowCredentials')}
      />
      <FormDuration<Fields>
        name="maxAgeSeconds"
        label={label('maxAgeSeconds')}
        hint={hint('maxAgeSeconds')}
        storedIn="sec"
      />
    </SettingsPage>
  )
}

export default CorsPage
