import { useParams } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { DefinitionPage } from '../../../pickers/definitions/DefinitionPage.tsx'
import { TryChange } from '../../../pickers/what-ifs/TryChange.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { type Rule, RuleForm } from './rule-form.ts'
import { cloneRulePath } from './rule-kind.ts'
import { useRuleKind } from './use-rule-kind.ts'

/** What else may be done with a rule. */
const cloneOf =
  (label: string) =>
  ({ id }: Rule) => <Button to={cloneRulePath(id)}>{label}</Button>

/** What the rule would change, before it is saved. */
const tryRule = ({ id }: Rule) => (
  <TryChange changeOf={(typed) => ({ kind: 'RULE', ruleId: id, rule: RuleForm.parse(typed) })} />
)

/** One rule, as a form and in words. */
const ResourceRulePage = () => {
  const clone = useText('resource')('resource:rules.clone')
  const mayAdd = useMay()(['CONTEXTRULES', 'ADD'])
  return (
    <DefinitionPage
      kind={useRuleKind()}
      id={useParams().resourceRuleId ?? ''}
      formActions={tryRule}
      {...(mayAdd ? { actions: cloneOf(clone) } : {})}
    />
  )
}

export default ResourceRulePage
