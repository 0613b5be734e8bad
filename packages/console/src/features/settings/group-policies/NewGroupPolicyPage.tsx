import Paper from '@mui/material/Paper'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { policies } from '../../../pickers/policies/policies.queries.ts'
import { emptyPolicy, PolicyForm } from '../../../pickers/policies/policy-form.ts'
import { usePolicyLabels } from '../../../pickers/policies/policy-labels.ts'
import { PolicyFields } from './PolicyFields.tsx'

const list = '/settings/grouppolicies'

/** Adds a policy, behind all others. */
const NewGroupPolicyPage = () => {
  const text = useText('settings')
  return (
    <FormPage
      title={text('common:pages.addGroupPolicy')}
      detail={text('settings:policies.emptyText')}
    >
      <Paper variant="outlined" sx={{ p: 2.5 }}>
        <NewForm
          entity={policies}
          schema={PolicyForm}
          initial={emptyPolicy}
          labels={usePolicyLabels()}
          made={() => text('settings:policies.saved')}
          listPath={list}
        >
          <PolicyFields />
        </NewForm>
      </Paper>
    </FormPage>
  )
}

export default NewGroupPolicyPage
