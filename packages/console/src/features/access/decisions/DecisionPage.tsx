import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { OutcomeTag } from '../../../pickers/decisions/DecisionsList.tsx'
import { type Decision, decisionQuery } from '../../../pickers/decisions/decisions.queries.ts'
import { reportLink } from '../../../pickers/report-link.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { DecisionFacts } from './DecisionFacts.tsx'
import { DecisionRules } from './DecisionRules.tsx'
import { useDecisionSentences } from './decision-sentences.ts'
import { JudgedAgain } from './JudgedAgain.tsx'

/** The ways from a decision to what it is about. */
const Links = ({ decision }: { readonly decision: Decision }) => {
  const text = useText('resource')
  const may = useMay()
  const { userId, rules, rule: name } = decision
  const rule = rules.find((one) => one.name === name)
  return (
    <>
      <Button to={`/user/${userId}`}>{text('resource:decisions.toUser')}</Button>
      {rule !== undefined && may(['CONTEXTRULES', 'VIEW']) && (
        <Button to={`/rules/edit/${rule.id}`}>{text('resource:decisions.toRule')}</Button>
      )}
      {may(['REPORTS', 'VIEW']) && (
        <Button to={reportLink({ entity: userId })}>{text('resource:decisions.toAudit')}</Button>
      )}
    </>
  )
}

const Loaded = ({ decision }: { readonly decision: Decision }) => {
  const text = useText('resource')
  const { date } = useFormats()
  const sentences = useDecisionSentences(decision)
  const { outcome, userName, decidedAt } = decision
  return (
    <DetailsPage
      title={text(`resource:decisions.title.${outcome}`, { name: userName })}
      tag={<OutcomeTag outcome={outcome} />}
      detail={date(decidedAt)}
      actions={<Links decision={decision} />}
    >
      <Section
        title={text('resource:decisions.inWords')}
        description={text('resource:decisions.inWordsText')}
      >
        {sentences.map((sentence) => (
          <Typography key={sentence} variant="body2" sx={{ mb: 0.5 }}>
            {sentence}
          </Typography>
        ))}
      </Section>
      <DecisionRules decision={decision} />
      <DecisionFacts decision={decision} />
      <JudgedAgain id={decision.id} />
    </DetailsPage>
  )
}

/** One decision: what was decided of whom, and why. */
const DecisionPage = () => {
  const query = useQuery(decisionQuery(useParams().id ?? ''))
  return (
    <QueryView query={query} isPage>
      {(decision) => <Loaded decision={decision} />}
    </QueryView>
  )
}

export default DecisionPage
