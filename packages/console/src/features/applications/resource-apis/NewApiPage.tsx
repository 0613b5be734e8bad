import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { ApiFields, ApiForm, newApi, useApiLabels } from './api-form.tsx'
import { apiPath, apis } from './resource-apis.queries.ts'

/** Registers an API, and opens it. */
const NewApiPage = () => {
  const text = useText('resource')
  const { labels } = useApiLabels()
  return (
    <FormPage title={text('common:pages.addApi')}>
      <Section title={text('common:pages.api')} description={text('resource:apis.emptyText')}>
        <NewForm
          entity={apis}
          schema={ApiForm}
          initial={newApi}
          labels={labels}
          saveLabel={text('common:pages.addApi')}
          made={({ name }) => text('resource:apis.created', { name })}
          pathOf={({ id }) => apiPath(id)}
          listPath="/authorization"
        >
          <ApiFields />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewApiPage
