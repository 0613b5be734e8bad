import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { oneQuery } from '../../../kit/entity.ts'
import { FormPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { clonedFlow } from './flow-form.ts'
import { useFlowWords } from './flow-words.ts'
import { flows } from './flows.queries.ts'
import { NewFlow } from './NewFlow.tsx'

/** A flow that begins with what another one says. */
const CloneFlowPage = () => {
  const text = useText('resource')
  const { nameOf } = useFlowWords()
  const query = useQuery(oneQuery(flows, useParams().id ?? ''))
  const flow = query.data?.value
  return (
    <FormPage title={text('common:pages.cloneAuthenticationFlow')} detail={flow && nameOf(flow)}>
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {({ value }) => <NewFlow initial={clonedFlow(value)} />}
      </QueryView>
    </FormPage>
  )
}

export default CloneFlowPage
