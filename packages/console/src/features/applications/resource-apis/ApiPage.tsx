import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ApiActions } from './ApiActions.tsx'
import { ApiFields, ApiForm, formOf, useApiLabels } from './api-form.tsx'
import { type Api, apis } from './resource-apis.queries.ts'
import { ScopesSection } from './ScopesSection.tsx'

const Loaded = ({ read }: { readonly read: Tagged<Api> }) => {
  const text = useText('resource')
  const { labels } = useApiLabels()
  const { id, name } = read.value
  return (
    <DetailsPage
      title={name}
      actions={
        <>
          <Button to={`/authorization/${id}/ccg`}>{text('resource:apis.grants.open')}</Button>
          <ApiActions api={read.value} />
        </>
      }
    >
      <Section title={text('common:pages.api')}>
        <EditForm
          entity={apis}
          {...{ read, formOf }}
          schema={ApiForm}
          labels={labels}
          saved={() => text('resource:apis.saved', { name })}
        >
          <ApiFields />
        </EditForm>
      </Section>
      <ScopesSection apiId={id} />
    </DetailsPage>
  )
}

/** One API with its scopes. */
const ApiPage = () => {
  const { apiId = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(apis, apiId))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default ApiPage
