import { useParams } from 'react-router'
import { NewDefinitionPage } from '../../../pickers/definitions/NewDefinition.tsx'
import { emptyRule } from './rule-form.ts'
import { useRuleKind } from './use-rule-kind.ts'

/** Adds a rule for what the address names. */
const NewResourceRulePage = () => (
  <NewDefinitionPage
    kind={useRuleKind()}
    initial={emptyRule(useParams().applicationId ?? 'USER_PORTAL')}
  />
)

export default NewResourceRulePage
