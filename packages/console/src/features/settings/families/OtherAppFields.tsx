import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { isLocale, type Locale } from '@signet/rules/locales'
import { useFormContext, useWatch } from 'react-hook-form'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { FormText } from '../../../kit/form-fields.tsx'
import { useLanguages } from '../../../kit/use-languages.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'

const field = 'googleAuthenticatorOverride'
const parts = ['name', 'androidUrl', 'iosUrl'] as const
type Part = (typeof parts)[number]
type App = Readonly<Record<Part, string>>
type Apps = Readonly<Partial<Record<Locale, App>>>
interface Fields {
  readonly googleAuthenticatorOverride: Apps
}

const nothing: App = { name: '', androidUrl: '', iosUrl: '' }

/** What each part is called in each language, by its name in the form. */
export const useAppLabels = () => {
  const text = useText('settings')
  const languages = useLanguages()
  const part = (name: Part): string => text(`settings:portal.app.${name}`)
  const labels: Readonly<Record<string, string>> = Object.fromEntries([
    [field, text('settings:portal.fields.googleAuthenticatorOverride')],
    ...languages.flatMap(({ value, label }) =>
      parts.map((name) => [`${field}.${value}.${name}`, `${label}, ${part(name)}`]),
    ),
  ])
  return { part, labels }
}

interface LanguageProps {
  readonly locale: Locale
  readonly language: string
  readonly onRemove: () => void
}

const OneLanguage = ({ locale, language, onRemove }: LanguageProps) => {
  const text = useText('settings')
  const { part } = useAppLabels()
  return (
    <FieldGroup label={language}>
      {() => (
        <Stack spacing={1.5} sx={{ pl: 2, borderLeft: 2, borderColor: 'divider' }}>
          {parts.map((name) => (
            <FormText<Record<string, unknown>>
              key={name}
              name={`${field}.${locale}.${name}`}
              type={name === 'name' ? 'text' : 'url'}
              label={part(name)}
              isRequired
            />
          ))}
          <div>
            <Button kind="plain" onClick={onRemove}>
              {text('settings:portal.app.remove', { language })}
            </Button>
          </div>
        </Stack>
      )}
    </FieldGroup>
  )
}

/** The app that people are told to take for their codes, in each language that names one. */
export const OtherAppFields = () => {
  const text = useText('settings')
  const languages = useLanguages()
  const { setValue, unregister } = useFormContext<Fields>()
  const apps: Apps = useWatch<Fields, typeof field>({ name: field })
  const put = (next: Apps): void => setValue(field, next, { shouldDirty: true })
  const remove = (locale: Locale): void => {
    const { [locale]: _gone, ...rest } = apps
    unregister(`${field}.${locale}`)
    put(rest)
  }
  const named = languages.filter(({ value }) => apps[value] !== undefined)
  const others = languages.filter(({ value }) => apps[value] === undefined)
  return (
    <FieldGroup label={text('settings:portal.fields.googleAuthenticatorOverride')}>
      {() => (
        <Stack spacing={2}>
          <Typography variant="body2" color="textSecondary">
            {text('settings:portal.hints.googleAuthenticatorOverride')}
          </Typography>
          {named.map(({ value, label }) => (
            <OneLanguage
              key={value}
              locale={value}
              language={label}
              onRemove={() => remove(value)}
            />
          ))}
          <SelectInput
            label={text('settings:portal.app.add')}
            placeholder={text('settings:portal.app.choose')}
            options={others}
            value=""
            onChange={(locale) => isLocale(locale) && put({ ...apps, [locale]: nothing })}
          />
        </Stack>
      )}
    </FieldGroup>
  )
}
