import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import type { Decision } from '../../../pickers/decisions/decisions.queries.ts'
import { CopyText } from '../../../ui/CopyText.tsx'
import { type Fact, Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { usePlaceName } from './factor-why.ts'

const useEngineFacts = ({ engines }: Decision): readonly Fact[] => {
  const text = useText('resource')
  return engines.map(({ name, level, riskFactors }) => ({
    label: text('resource:decisions.fact.engine', { name }),
    value: [
      level === null
        ? text('resource:decisions.fact.noAnswer')
        : text(`resource:decisions.levels.${level}`),
      ...riskFactors.map(({ name: factor, value }) => `${factor}: ${value ?? '–'}`),
    ].join(', '),
  }))
}

const usePlaceFacts = ({ facts }: Decision): readonly Fact[] => {
  const text = useText('resource')
  const { date } = useFormats()
  const placeName = usePlaceName()
  if (facts === null) return []
  const { lastPlace, knownPlaces, knownSignIns, expectedPlaces, deviceKnown, deviceVerified } =
    facts
  return [
    {
      label: text('resource:decisions.fact.lastPlace'),
      value: lastPlace === null ? null : `${placeName(lastPlace)}, ${date(lastPlace.lastSeen)}`,
    },
    {
      label: text('resource:decisions.fact.known'),
      value: text('resource:decisions.fact.knownValue', {
        places: knownPlaces,
        signIns: knownSignIns,
      }),
    },
    { label: text('resource:decisions.fact.expected'), value: String(expectedPlaces) },
    {
      label: text('resource:decisions.fact.device'),
      value: [
        text(`resource:decisions.why.device${deviceKnown ? 'Known' : 'New'}`),
        text(`resource:decisions.why.browser${deviceVerified ? 'Known' : 'New'}`),
      ].join(' '),
    },
  ]
}

/** What it was judged by, and the number by which people name it. */
export const DecisionFacts = ({ decision }: { readonly decision: Decision }) => {
  const text = useText('resource')
  const places = usePlaceFacts(decision)
  const engines = useEngineFacts(decision)
  const number = text('resource:decisions.fact.number')
  const facts = [
    { label: text('resource:decisions.address'), value: decision.address },
    ...places,
    ...engines,
    { label: number, value: <CopyText text={decision.id} /> },
  ]
  return (
    <Section title={text('resource:decisions.facts')}>
      <Facts facts={facts} />
    </Section>
  )
}
