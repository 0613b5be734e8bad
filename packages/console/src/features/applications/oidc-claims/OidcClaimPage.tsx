import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { ClaimActions } from './ClaimActions.tsx'
import { ClaimFields, ClaimForm, formOf, useClaimLabels } from './claim-form.tsx'
import { type Claim, claimQuery, readClaim, useClaimChanges } from './oidc-claims.queries.ts'

interface ReadProps {
  readonly read: Tagged<Claim>
}

const versionOf = ({ value, etag }: Tagged<Claim>) => ({ value: formOf(value), etag })

const Editor = ({ read }: ReadProps) => {
  const text = useText('resource')
  const { labels } = useClaimLabels()
  const { save } = useClaimChanges()
  const { id, name } = read.value
  return (
    <EntityForm
      key={read.etag}
      schema={ClaimForm}
      initial={versionOf(read)}
      labels={labels}
      reload={async () => versionOf(await readClaim(id))}
      save={(body: z.output<typeof ClaimForm>, etag) => save.mutateAsync({ id, body, etag })}
      onSaved={() => showMessage(text('resource:oidcClaims.saved', { name }))}
    >
      <ClaimFields />
    </EntityForm>
  )
}

const Shown = ({ read }: ReadProps) => {
  const text = useText('resource')
  const { label } = useClaimLabels()
  const { description, scope, source, value, format } = read.value
  return (
    <Facts
      facts={[
        { label: label('description'), value: description },
        { label: label('source'), value: text(`resource:oidcClaims.source.${source}`) },
        { label: text(`resource:oidcClaims.valueOf.${source}`), value },
        { label: label('format'), value: text(`resource:oidcClaims.format.${format}`) },
        { label: label('scope'), value: scope },
      ]}
    />
  )
}

const Loaded = ({ read }: ReadProps) => {
  const text = useText('resource')
  const mayEdit = useMay()(['APPLICATIONS', 'EDIT'])
  return (
    <>
      <PageHeader title={read.value.name} actions={<ClaimActions claim={read.value} />} />
      <Section title={text('common:pages.oidcClaim')}>
        {mayEdit ? <Editor read={read} /> : <Shown read={read} />}
      </Section>
    </>
  )
}

/** One added claim. */
const OidcClaimPage = () => {
  const { claimId = '' } = useParams()
  return (
    <QueryView query={useQuery(claimQuery(claimId))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default OidcClaimPage
