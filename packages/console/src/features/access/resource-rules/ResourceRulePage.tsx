import { useParams } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { DefinitionPage } from '../../../pickers/definitions/DefinitionPage.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { Rule } from './rule-form.ts'
import { cloneRulePath, ruleKind } from './rule-kind.ts'
import { TryRule } from './TryRule.tsx'

/** What else may be done with a rule. */
const cloneOf =
  (label: string) =>
  ({ id }: Rule) => <Button to={cloneRulePath(id)}>{label}</Button>

/** What the rule would change, before it is saved. */
const tryRule = ({ id }: Rule) => <TryRule ruleId={id} />

/** One rule, as a form and in words. */
const ResourceRulePage = () => {
  const clone = useText('resource')('resource:rules.clone')
  const mayAdd = useMay()(['CONTEXTRULES', 'ADD'])
  return (
    <DefinitionPage
      kind={ruleKind}
      id={useParams().resourceRuleId ?? ''}
      formActions={tryRule}
      {...(mayAdd ? { actions: cloneOf(clone) } : {})}
    />
  )
}

export default ResourceRulePage
