import { useMemo } from 'react'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { templatePath, templates, templatesPath } from './settings-templates.queries.ts'
import { TemplateFields, useTemplateLabels } from './TemplateFields.tsx'
import { newTemplate, templateForm } from './template-form.ts'

/** Adds a settings template; tenants are not changed by it. */
const NewTemplatePage = () => {
  const text = useText('serviceProvider')
  const weaker = text('serviceProvider:settingsTemplates.weaker')
  return (
    <FormPage title={text('common:pages.addSettingsTemplate')}>
      <Section
        title={text('common:pages.settingsTemplate')}
        description={text('serviceProvider:settingsTemplates.text')}
      >
        <NewForm
          entity={templates}
          schema={useMemo(() => templateForm(weaker), [weaker])}
          initial={newTemplate}
          labels={useTemplateLabels()}
          saveLabel={text('common:pages.addSettingsTemplate')}
          made={({ name }) => text('serviceProvider:settingsTemplates.created', { name })}
          pathOf={({ id }) => templatePath(id)}
          listPath={templatesPath}
        >
          <TemplateFields />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewTemplatePage
