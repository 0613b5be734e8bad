import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { oneQuery } from '../../../kit/entity.ts'
import { FormPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { NewDefinition } from '../../../pickers/definitions/NewDefinition.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { typedRule } from './rule-form.ts'
import { useRuleKind } from './use-rule-kind.ts'

/** A rule that begins with what another one says, under a name of its own. */
const CloneResourceRulePage = () => {
  const text = useText('resource')
  const kind = useRuleKind()
  const query = useQuery(oneQuery(kind.definitions, useParams().resourceRuleId ?? ''))
  return (
    <FormPage title={text('common:pages.cloneResourceRule')} detail={query.data?.value.name}>
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {({ value }) => <NewDefinition kind={kind} initial={{ ...typedRule(value), name: '' }} />}
      </QueryView>
    </FormPage>
  )
}

export default CloneResourceRulePage
