import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { ClaimFields, ClaimForm, newClaim, useClaimLabels } from './claim-form.tsx'
import { useClaimChanges } from './oidc-claims.queries.ts'

const list = '/applications/oidccustomclaims'

/** Adds a claim. */
const NewOidcClaimPage = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { labels } = useClaimLabels()
  const { create } = useClaimChanges()
  const save = async (values: z.output<typeof ClaimForm>): Promise<void> => {
    const { name } = await create.mutateAsync(values)
    showMessage(text('resource:oidcClaims.created', { name }))
  }
  return (
    <>
      <PageHeader title={text('common:pages.addOidcClaim')} />
      <Section
        title={text('common:pages.oidcClaim')}
        description={text('resource:oidcClaims.emptyText')}
      >
        <EntityForm
          schema={ClaimForm}
          initial={newClaim}
          labels={labels}
          save={save}
          saveLabel={text('common:pages.addOidcClaim')}
          onSaved={() => void navigate(list)}
          onCancel={() => void navigate(list)}
        >
          <ClaimFields />
        </EntityForm>
      </Section>
    </>
  )
}

export default NewOidcClaimPage
