import Box from '@mui/material/Box'
import { locales } from '@signet/rules/locales'
import { themeColours } from '@signet/rules/tenants'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { useLanguages } from '../../../kit/use-languages.ts'
import { useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { ColourField } from './ColourField.tsx'
import { ContrastNote } from './ContrastNote.tsx'
import { LogoField } from './LogoField.tsx'
import { ThemePreview } from './ThemePreview.tsx'
import type { ThemeValues } from './theme.queries.ts'

const two = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }

/** The message of the day, one language at a time; those that have one are marked. */
const MotdField = ({ label }: { readonly label: string }) => {
  const text = useText('customization')
  const languages = useLanguages()
  const motd: ThemeValues['motd'] = useWatch<ThemeValues, 'motd'>({ name: 'motd' })
  const [locale, setLocale] = useState<(typeof locales)[number]>('en')
  const options = languages.map(({ value, label: language }) => ({
    value,
    label: motd[value]?.trim() ? text('customization:theme.motd.written', { language }) : language,
  }))
  return (
    <>
      <SelectInput
        label={text('customization:theme.motd.language')}
        options={options}
        value={locale}
        onChange={(next) => setLocale(locales.find((each) => each === next) ?? 'en')}
      />
      <FormText<ThemeValues>
        key={locale}
        name={`motd.${locale}`}
        label={label}
        hint={text('customization:theme.motd.hint')}
        rows={3}
        maxLength={4000}
      />
    </>
  )
}

/** The fields of the theme, and how the pages look with what stands in them. */
export const ThemeFieldset = ({
  labels,
}: {
  readonly labels: Readonly<Record<string, string>>
}) => {
  const text = useText('customization')
  const languages = useLanguages()
  return (
    <>
      <LogoField label={labels['logo'] ?? ''} />
      <Box sx={two}>
        {themeColours.map((name) => (
          <ColourField
            key={name}
            name={`colours.${name}`}
            label={labels[`colours.${name}`] ?? ''}
          />
        ))}
      </Box>
      <ContrastNote />
      <FormSelect<ThemeValues>
        name="defaultLocale"
        label={labels['defaultLocale'] ?? ''}
        hint={text('customization:theme.defaultLocale.hint')}
        options={languages}
      />
      <MotdField label={labels['motd'] ?? ''} />
      <ThemePreview />
    </>
  )
}
