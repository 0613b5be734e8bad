import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { oneQuery } from '../../../kit/entity.ts'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import {
  type Api,
  apiPath,
  apis,
  applicationsQuery,
  grantQuery,
  scopesQuery,
  useScopeChanges,
} from './resource-apis.queries.ts'

interface ChoiceProps {
  readonly apiId: string
  readonly application: { readonly id: string; readonly name: string }
  readonly held: readonly string[] | null
}

/** The scopes of one application; begins anew with each application. */
const ScopeChoice = ({ apiId, application: { id, name }, held }: ChoiceProps) => {
  const text = useText('resource')
  const { grant, revoke } = useScopeChanges(apiId)
  const [chosen, setChosen] = useState<readonly string[]>(held ?? [])
  const query = useQuery(scopesQuery(apiId))
  const choose = (scope: string, isOn: boolean): void =>
    setChosen(isOn ? [...chosen, scope] : chosen.filter((each) => each !== scope))
  const save = async (): Promise<void> => {
    await grant.mutateAsync({ applicationId: id, scopeIds: [...chosen] })
    showMessage(text('resource:apis.grants.saved', { name }))
  }
  const take = async (): Promise<void> => {
    await revoke.mutateAsync(id)
    showMessage(text('resource:apis.grants.revoked', { name }))
  }
  return (
    <QueryView query={query}>
      {(scopes) => (
        <>
          {scopes.map((scope) => (
            <ToggleInput
              key={scope.id}
              label={scope.name}
              value={chosen.includes(scope.id)}
              onChange={(isOn) => choose(scope.id, isOn)}
            />
          ))}
          <Button kind="primary" onClick={() => void save()}>
            {text('resource:apis.grants.save')}
          </Button>
          {held !== null && (
            <Button onClick={() => void take()}>{text('resource:apis.grants.revoke')}</Button>
          )}
        </>
      )}
    </QueryView>
  )
}

const Grants = ({ api }: { readonly api: Api }) => {
  const text = useText('resource')
  const mayRead = useMay()(['APPLICATIONS', 'VIEW'])
  const applications = useQuery({ ...applicationsQuery, enabled: mayRead })
  const [chosen, setChosen] = useState('')
  const grant = useQuery(grantQuery(api.id, chosen))
  const able = (applications.data ?? []).filter(({ grantTypes }) =>
    grantTypes.includes('client_credentials'),
  )
  const application = able.find(({ id }) => id === chosen)
  return (
    <Section
      title={text('resource:apis.grants.title')}
      description={text('resource:apis.grants.text')}
    >
      <SelectInput
        label={text('resource:apis.grants.application')}
        placeholder={text('resource:apis.grants.choose')}
        value={chosen}
        onChange={setChosen}
        options={able.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {application !== undefined && !grant.isPending && (
        <ScopeChoice
          key={`${chosen} ${grant.isSuccess}`}
          apiId={api.id}
          application={application}
          held={grant.data?.scopeIds ?? null}
        />
      )}
    </Section>
  )
}

/** What applications may do at an API in their own name. */
const ClientCredentialsPage = () => {
  const text = useText('resource')
  const { apiId = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(apis, apiId))} isPage>
      {({ value }) => (
        <ToolPage
          title={text('common:pages.apiClientCredentials')}
          actions={<Link to={apiPath(value.id)}>{value.name}</Link>}
        >
          <Grants api={value} />
        </ToolPage>
      )}
    </QueryView>
  )
}

export default ClientCredentialsPage
