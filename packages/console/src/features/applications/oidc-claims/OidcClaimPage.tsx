import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ClaimFields, ClaimForm, formOf, useClaimLabels } from './claim-form.tsx'
import { type Claim, claims } from './oidc-claims.queries.ts'

/** Deletes it, for who may. */
const ClaimActions = ({ claim: { id, name } }: { readonly claim: Claim }) => {
  const text = useText('resource')
  return (
    <DeletionMenu
      entity={claims}
      id={id}
      name={name}
      needs={['APPLICATIONS', 'REMOVE']}
      texts={{
        title: text('resource:oidcClaims.deletes.title'),
        action: text('resource:oidcClaims.deletes.action'),
        text: text('resource:oidcClaims.deletes.text', { name }),
        done: text('resource:oidcClaims.deletes.done', { name }),
      }}
      listPath="/applications/oidccustomclaims"
    />
  )
}

interface ReadProps {
  readonly read: Tagged<Claim>
}

const Editor = ({ read }: ReadProps) => {
  const text = useText('resource')
  const { labels } = useClaimLabels()
  const { name } = read.value
  return (
    <EditForm
      entity={claims}
      {...{ read, formOf }}
      schema={ClaimForm}
      labels={labels}
      saved={() => text('resource:oidcClaims.saved', { name })}
    >
      <ClaimFields />
    </EditForm>
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
    <DetailsPage title={read.value.name} actions={<ClaimActions claim={read.value} />}>
      <Section title={text('common:pages.oidcClaim')}>
        {mayEdit ? <Editor read={read} /> : <Shown read={read} />}
      </Section>
    </DetailsPage>
  )
}

/** One added claim. */
const OidcClaimPage = () => {
  const { claimId = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(claims, claimId))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default OidcClaimPage
