import { formOf } from '@signet/contract/kit/settings-family'
import { gridFamily, readGridSettings, updateGridSettings } from '@signet/contract/settings/grid'
import { FormNumber } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'

const schema = formOf(gridFamily)
const names = [
  'columns',
  'rows',
  'cellLength',
  'challengeCells',
  'challengeSeconds',
  'lifeDays',
  'maximumUses',
  'maximumPerUser',
  'exposurePercent',
] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>
const hinted = ['challengeCells', 'lifeDays', 'maximumUses', 'exposurePercent'] as const
const isHinted = (name: Name): name is (typeof hinted)[number] =>
  hinted.some((each) => each === name)

/** What grid cards are like, how they are asked, and when they are retired. */
export const GridForm = () => {
  const text = useText('settings')
  const label = (name: Name): string => text(`settings:grid.fields.${name}`)
  return (
    <SettingsForm
      queryKey={['settings', 'grid']}
      schema={schema}
      defaults={gridFamily.defaults}
      read={(signal) => callWithEtag(readGridSettings, { signal })}
      save={(body, etag) => callWithEtag(updateGridSettings, { body, ifMatch: etag ?? undefined })}
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      {names.map((name) => (
        <FormNumber<Fields>
          key={name}
          name={name}
          label={label(name)}
          {...(isHinted(name) ? { hint: text(`settings:grid.hints.${name}`) } : {})}
        />
      ))}
    </SettingsForm>
  )
}
