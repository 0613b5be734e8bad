import { oneOf } from '@signet/rules/membership'
import { factorTypes } from '@signet/rules/risk/factors'
import { useText } from '../../../lib/i18n.ts'
import type { Decision } from '../../../pickers/decisions/decisions.queries.ts'
import { ruleNameNow } from '../../../pickers/rules/rule-name.ts'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { useLevelWord } from './decision-sentences.ts'
import { useFactorWhy } from './factor-why.ts'

const isType = oneOf(factorTypes)

/** What a factor is called. */
export const useFactorName = () => {
  const text = useText('resource')
  return (type: string): string => (isType(type) ? text(`resource:rules.factors.${type}`) : type)
}

interface RuleProps {
  readonly decision: Decision
  readonly rule: Decision['rules'][number]
}

/** A rule with each of its factors: points, whether it failed, and why. */
const JudgedRule = ({ decision, rule }: RuleProps) => {
  const text = useText('resource')
  const why = useFactorWhy(decision)
  const factorName = useFactorName()
  const level = useLevelWord()(rule.level)
  const { percent, mediumFrom, highFrom } = rule
  return (
    <Section
      title={ruleNameNow({ name: rule.name, resourceId: decision.resourceId })}
      description={text('resource:decisions.ruleDetail', { percent, mediumFrom, highFrom, level })}
      actions={<Tag label={text(`resource:rules.actions.${rule.action}`)} />}
    >
      <ItemList empty={text('resource:decisions.noFactors')}>
        {rule.factors.map((factor) => (
          <Item
            key={`${factor.type} ${JSON.stringify(factor.asked)}`}
            title={factorName(factor.type)}
            detail={`${why(factor)} ${text('resource:decisions.points', { points: factor.points })}`}
            tag={
              <Tag
                severity={factor.failed ? 'ERROR' : 'OK'}
                label={text(`resource:decisions.${factor.failed ? 'failed' : 'passed'}`)}
              />
            }
          />
        ))}
      </ItemList>
    </Section>
  )
}

/** Every rule about the person. */
export const DecisionRules = ({ decision }: { readonly decision: Decision }) =>
  decision.rules.map((rule) => <JudgedRule key={rule.id} {...{ decision, rule }} />)
