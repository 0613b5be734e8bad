import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { callQuery, callsQuery, type ListedCall } from './api-calls.queries.ts'
import { CallForm } from './CallForm.tsx'
import { CallPicker } from './CallPicker.tsx'
import type { Caller } from './send-call.ts'

/** The call that the address names, as pages of the reference lead here. */
const useChosen = () => {
  const [parameters, setParameters] = useSearchParams()
  const [api, id] = [parameters.get('api'), parameters.get('operation')]
  return {
    chosen: api === null || id === null ? null : { api, id },
    choose: (call: ListedCall) => setParameters({ api: call.api, operation: call.id }),
  }
}

interface ChosenCallProps {
  readonly chosen: Pick<ListedCall, 'api' | 'id'>
}

const ChosenCall = ({ chosen }: ChosenCallProps) => {
  const [caller, setCaller] = useState<Caller>({ kind: 'session' })
  return (
    <QueryView query={useQuery(callQuery(chosen))} skeleton={<FormSkeleton />}>
      {(call) => (
        <CallForm key={`${call.api} ${call.id}`} call={call} caller={caller} onCaller={setCaller} />
      )}
    </QueryView>
  )
}

/** Makes any call of the APIs, as oneself or with the token of a program. */
const TryApiPage = () => {
  const text = useText('resource')
  const { chosen, choose } = useChosen()
  const isChosen = ({ api, id }: ListedCall): boolean => api === chosen?.api && id === chosen.id
  return (
    <ToolPage title={text('common:pages.tryApi')} detail={text('resource:tryApi.intro')}>
      <Section title={text('resource:tryApi.choose')}>
        <QueryView query={useQuery(callsQuery)} skeleton={<FormSkeleton fields={1} />}>
          {(calls) => (
            <CallPicker calls={calls} value={calls.find(isChosen) ?? null} onChange={choose} />
          )}
        </QueryView>
      </Section>
      {chosen !== null && <ChosenCall chosen={chosen} />}
    </ToolPage>
  )
}

export default TryApiPage
