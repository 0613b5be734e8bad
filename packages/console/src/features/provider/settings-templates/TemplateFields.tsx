import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { FormNumber, FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { unitOf } from '../../../pickers/setting-values.ts'
import { useFieldName, useShownValue } from './setting-words.ts'
import { parentsQuery } from './settings-templates.queries.ts'
import { families, fieldsOf, type TemplateField, type TemplateFormValues } from './template-form.ts'

export const useTemplateLabels = (): Readonly<Record<string, string>> => {
  const text = useText('serviceProvider')
  const nameOf = useFieldName()
  const own = families.flatMap((family) =>
    fieldsOf(family).map(({ field }) => [`values.${family}.${field}`, nameOf({ family, field })]),
  )
  return {
    name: text('serviceProvider:settingsTemplates.name'),
    description: text('serviceProvider:settingsTemplates.description'),
    parentId: text('serviceProvider:settingsTemplates.parent'),
    ...Object.fromEntries(own),
  }
}

const ValueField = ({ family, field, choices }: TemplateField) => {
  const text = useText('serviceProvider')
  const label = useFieldName()({ family, field })
  const shown = useShownValue()
  const name = `values.${family}.${field}` as const
  const unit = unitOf(field)
  if (choices !== null) {
    const options = choices.map((value) => ({
      value,
      label: shown(
        { family, field },
        value === 'true' || value === 'false' ? value === 'true' : value,
      ),
    }))
    const placeholder = text('serviceProvider:settingsTemplates.notSet')
    return <FormSelect<TemplateFormValues> {...{ name, label, options, placeholder }} />
  }
  if (unit !== undefined) {
    return <FormDuration<TemplateFormValues> {...{ name, label }} storedIn={unit} />
  }
  return <FormNumber<TemplateFormValues> {...{ name, label }} />
}

/** Name, parent, and every setting that a template can have. */
export const TemplateFields = ({ id }: { readonly id?: string }) => {
  const text = useText('serviceProvider')
  const { name = '', description = '', parentId = '' } = useTemplateLabels()
  const { data } = useQuery(parentsQuery)
  const parents = (data?.results ?? []).filter((each) => each.id !== id)
  return (
    <>
      <FormText<TemplateFormValues> name="name" label={name} isRequired maxLength={100} />
      <FormText<TemplateFormValues>
        name="description"
        label={description}
        rows={2}
        maxLength={500}
      />
      <FormSelect<TemplateFormValues>
        name="parentId"
        label={parentId}
        hint={text('serviceProvider:settingsTemplates.parentHint')}
        placeholder={text('serviceProvider:settingsTemplates.noParent')}
        options={parents.map(({ id: value, name: label }) => ({ value, label }))}
      />
      {families.map((family) => (
        <div key={family} data-family={family}>
          <Typography variant="subtitle2" component="h3" sx={{ mt: 1, mb: 1 }}>
            {text(`serviceProvider:settingsTemplates.families.${family}`)}
          </Typography>
          {fieldsOf(family).map((each) => (
            <div key={each.field} style={{ marginBottom: 12 }}>
              <ValueField {...each} />
            </div>
          ))}
        </div>
      ))}
    </>
  )
}
