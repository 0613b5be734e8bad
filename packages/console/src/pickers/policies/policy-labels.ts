import { useText } from '../../lib/i18n.ts'
import { partNames, settingsOf } from './policy-form.ts'
import { parts } from './policy-parts.ts'

/** The names of all fields as people see them. */
export const usePolicyLabels = (): Readonly<Record<string, string>> => {
  const text = useText('settings')
  const ofSettings = partNames.flatMap((part) =>
    [...settingsOf(part)].map(([field, { label }]) => [
      `settings.${part}.${field}`,
      `${text(parts[part].title)}, ${text(label)}`,
    ]),
  )
  return {
    name: text('settings:policies.fields.name'),
    groupIds: text('settings:policies.fields.groups'),
    active: text('settings:policies.fields.active'),
    settings: text('settings:policies.settings'),
    ...Object.fromEntries(ofSettings),
  }
}
