import {
  readTenantSettings,
  TenantSettings,
  updateTenantSettings,
} from '@signet/contract/settings/tenant'
import { FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { useLanguages } from '../../../kit/use-languages.ts'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useCountryOptions } from '../../../pickers/country-options.ts'

const names = [
  'companyName',
  'companyCountry',
  'companyState',
  'defaultLocale',
  'phoneCountry',
] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

/** What the tenant is called, where it is, and what it speaks. */
export const TenantForm = () => {
  const text = useText('settings')
  const languages = useLanguages()
  const countries = useCountryOptions()
  const label = (name: Name): string => text(`settings:tenant.fields.${name}`)
  return (
    <SettingsForm
      queryKey={['settings', 'tenant']}
      schema={TenantSettings}
      read={(signal) => callWithEtag(readTenantSettings, { signal })}
      save={(body, etag) =>
        callWithEtag(updateTenantSettings, { body, ifMatch: etag ?? undefined })
      }
      labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
    >
      <FormText<Fields>
        name="companyName"
        label={label('companyName')}
        isRequired
        maxLength={200}
      />
      <FormText<Fields> name="companyCountry" label={label('companyCountry')} whenEmpty={null} />
      <FormText<Fields> name="companyState" label={label('companyState')} whenEmpty={null} />
      <FormSelect<Fields>
        name="defaultLocale"
        label={label('defaultLocale')}
        hint={text('settings:tenant.hints.defaultLocale')}
        options={languages}
      />
      <FormSelect<Fields>
        name="phoneCountry"
        label={label('phoneCountry')}
        hint={text('settings:tenant.hints.phoneCountry')}
        placeholder={text('settings:tenant.noPhoneCountry')}
        options={countries}
      />
    </SettingsForm>
  )
}
