import type { DecisionEvaluation } from '@signet/contract/access/access-decisions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { evaluationQuery } from '../../../pickers/decisions/decisions.queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useFactorName } from './DecisionRules.tsx'
import { useLevelWord } from './decision-sentences.ts'

type Evaluation = z.output<typeof DecisionEvaluation>
type Difference = Evaluation['differences'][number]

const useDifference = () => {
  const text = useText('resource')
  const factorName = useFactorName()
  return ({ what, rule, factor, recorded, again }: Difference): string => {
    const parts = [rule, factor === null ? null : factorName(factor)]
    const about = parts.filter((part) => part !== null)
    return text('resource:decisions.difference', {
      what: [text(`resource:decisions.what.${what}`), ...about].join(' · '),
      recorded: recorded || '–',
      again: again || '–',
    })
  }
}

/** What came of it: the same, or each thing that differs; and what would come of it today. */
const Result = ({ evaluation }: { readonly evaluation: Evaluation }) => {
  const text = useText('resource')
  const difference = useDifference()
  const levelWord = useLevelWord()
  const { equal, differences, today } = evaluation
  return (
    <>
      <Notice severity={equal ? 'success' : 'warning'}>
        {text(`resource:decisions.${equal ? 'equal' : 'differs'}`)}
        {differences.map((one) => (
          <div key={JSON.stringify(one)}>{difference(one)}</div>
        ))}
      </Notice>
      <p>
        {today === null
          ? text('resource:decisions.todayNone')
          : text('resource:decisions.today', {
              outcome: text(`resource:decisions.outcomes.${today.outcome}`),
              level: levelWord(today.level),
            })}
      </p>
    </>
  )
}

const Evaluated = ({ id }: { readonly id: string }) => (
  <QueryView query={useQuery(evaluationQuery(id))}>
    {(evaluation) => <Result evaluation={evaluation} />}
  </QueryView>
)

/** Judges a decision again from its record, when it is asked to. */
export const JudgedAgain = ({ id }: { readonly id: string }) => {
  const text = useText('resource')
  const [isAsked, setIsAsked] = useState(false)
  const title = text('resource:decisions.again')
  return (
    <Section
      title={title}
      description={text('resource:decisions.againText')}
      actions={!isAsked && <Button onClick={() => setIsAsked(true)}>{title}</Button>}
    >
      {isAsked && <Evaluated id={id} />}
    </Section>
  )
}
