import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { ClaimFields, ClaimForm, newClaim, useClaimLabels } from './claim-form.tsx'
import { claims } from './oidc-claims.queries.ts'

const list = '/applications/oidccustomclaims'

/** Adds a claim. */
const NewOidcClaimPage = () => {
  const text = useText('resource')
  const { labels } = useClaimLabels()
  return (
    <FormPage title={text('common:pages.addOidcClaim')}>
      <Section
        title={text('common:pages.oidcClaim')}
        description={text('resource:oidcClaims.emptyText')}
      >
        <NewForm
          entity={claims}
          schema={ClaimForm}
          initial={newClaim}
          labels={labels}
          saveLabel={text('common:pages.addOidcClaim')}
          made={({ name }) => text('resource:oidcClaims.created', { name })}
          listPath={list}
        >
          <ClaimFields />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewOidcClaimPage
