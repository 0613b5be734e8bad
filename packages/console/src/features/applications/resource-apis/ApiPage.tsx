import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { ApiActions } from './ApiActions.tsx'
import { ApiFields, ApiForm, formOf, useApiLabels } from './api-form.tsx'
import { type Api, apiQuery, readApi, useApiChanges } from './resource-apis.queries.ts'
import { ScopesSection } from './ScopesSection.tsx'

const versionOf = ({ value, etag }: Tagged<Api>) => ({ value: formOf(value), etag })

const Loaded = ({ read }: { readonly read: Tagged<Api> }) => {
  const text = useText('resource')
  const { labels } = useApiLabels()
  const { save } = useApiChanges()
  const { id, name } = read.value
  return (
    <>
      <PageHeader
        title={name}
        actions={
          <>
            <Button to={`/authorization/${id}/ccg`}>{text('resource:apis.grants.open')}</Button>
            <ApiActions api={read.value} />
          </>
        }
      />
      <Section title={text('common:pages.api')}>
        <EntityForm
          key={read.etag}
          schema={ApiForm}
          initial={versionOf(read)}
          labels={labels}
          reload={async () => versionOf(await readApi(id))}
          save={(body: z.output<typeof ApiForm>, etag) => save.mutateAsync({ id, body, etag })}
          onSaved={() => showMessage(text('resource:apis.saved', { name }))}
        >
          <ApiFields />
        </EntityForm>
      </Section>
      <ScopesSection apiId={id} />
    </>
  )
}

/** One API with its scopes. */
const ApiPage = () => {
  const { apiId = '' } = useParams()
  return (
    <QueryView query={useQuery(apiQuery(apiId))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default ApiPage
