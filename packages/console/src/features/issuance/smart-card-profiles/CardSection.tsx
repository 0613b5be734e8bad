import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { simulatedSmartCards } from '@signet/contract/issuance/smart-card-profiles'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import {
  type CardReader,
  type Profile,
  type Run,
  readersQuery,
  useRuns,
} from './profiles.queries.ts'
import { RunSteps } from './RunSteps.tsx'

type Simulated = (typeof simulatedSmartCards)[number]

const isSimulated = (value: string): value is Simulated =>
  simulatedSmartCards.some((one) => one === value)

const useCards = (profile: Profile) => {
  const { test, format } = useRuns()
  const [chosen, setReader] = useState<CardReader | null>(null)
  const [card, setCard] = useState<Simulated>('FORMATTED')
  const [number, setNumber] = useState('1')
  const [run, setRun] = useState<Run | null>(null)
  const reader = chosen === null ? null : { agentId: chosen.agentId, name: chosen.name }
  const params = { cardType: profile.cardType, id: profile.id }
  const tryIt = async (): Promise<void> => {
    setRun(null)
    setRun(await test.mutateAsync({ params, body: { reader, card, cardNumber: Number(number) } }))
  }
  const formatIt = async (): Promise<void> => {
    setRun(null)
    setRun(await format.mutateAsync({ params, body: { reader, card, confirm: profile.name } }))
  }
  return { chosen, setReader, card, setCard, number, setNumber, run, tryIt, formatIt, test }
}

const simulatedReader = 'SIMULATED'

/** Readers of two agents may be called alike. */
const valueOf = ({ agentId, name }: CardReader): string => `${agentId} ${name}`

const stateOf = ({ isOnline, hasCard }: CardReader) => {
  if (!isOnline) return 'AWAY'
  return hasCard ? 'CARD' : 'EMPTY'
}

interface ReaderChoiceProps {
  readonly chosen: CardReader | null
  readonly onChange: (reader: CardReader | null) => void
}

/** What there is, and what was chosen before it went. */
const useReaders = (chosen: CardReader | null): readonly CardReader[] => {
  const { data: readers = [] } = useQuery(readersQuery)
  if (chosen === null || readers.some((each) => valueOf(each) === valueOf(chosen))) return readers
  return [...readers, { ...chosen, isOnline: false }]
}

const ReaderChoice = ({ chosen, onChange }: ReaderChoiceProps) => {
  const text = useText('issuancePortal')
  const readers = useReaders(chosen)
  const simulated = { value: simulatedReader, label: text('issuancePortal:smartCards.simulated') }
  const ofAgents = readers.map((each) => ({
    value: valueOf(each),
    label: text(`issuancePortal:smartCards.readers.${stateOf(each)}`, {
      name: each.name,
      agent: each.agentName,
    }),
    isDisabled: !each.isOnline,
  }))
  const handleChange = (value: string): void =>
    onChange(readers.find((each) => valueOf(each) === value) ?? null)
  return (
    <SelectInput
      label={text('issuancePortal:smartCards.reader')}
      hint={text('issuancePortal:smartCards.readerHint')}
      options={[simulated, ...ofAgents]}
      value={chosen === null ? simulatedReader : valueOf(chosen)}
      onChange={handleChange}
    />
  )
}

interface ChoiceProps {
  readonly card: Simulated
  readonly onChange: (card: Simulated) => void
}

const CardChoice = ({ card, onChange }: ChoiceProps) => {
  const text = useText('issuancePortal')
  return (
    <SelectInput
      label={text('issuancePortal:smartCards.card')}
      options={optionsOf(simulatedSmartCards, (value) =>
        text(`issuancePortal:smartCards.cards.${value}`),
      )}
      value={card}
      onChange={(chosen) => isSimulated(chosen) && onChange(chosen)}
    />
  )
}

type Cards = ReturnType<typeof useCards>

/** What lies in the reader, and what is written to it. */
const TestForm = ({
  cards,
  onFormat,
}: {
  readonly cards: Cards
  readonly onFormat: () => void
}) => {
  const text = useText('issuancePortal')
  const { chosen, setReader, card, setCard, number, setNumber, tryIt, test } = cards
  const handleTest = (event: FormEvent): void => {
    event.preventDefault()
    void tryIt().catch(() => undefined)
  }
  return (
    <Stack component="form" spacing={2} onSubmit={handleTest} sx={{ maxWidth: 640 }}>
      <ReaderChoice chosen={chosen} onChange={setReader} />
      {chosen === null && <CardChoice card={card} onChange={setCard} />}
      <TextInput
        type="number"
        label={text('issuancePortal:smartCards.cardNumber')}
        value={number}
        onChange={setNumber}
      />
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <Button type="submit" kind="primary" isPending={test.isPending}>
          {text('issuancePortal:smartCards.test')}
        </Button>
        <Button onClick={onFormat}>{text('issuancePortal:smartCards.formatIt')}</Button>
      </Stack>
      <ErrorNotice error={test.error} />
    </Stack>
  )
}

/** Tries the saved profile on a card that the product simulates, or one in a reader. */
export const CardSection = ({ profile }: { readonly profile: Profile }) => {
  const text = useText('issuancePortal')
  const cards = useCards(profile)
  const [isFormatting, setIsFormatting] = useState(false)
  return (
    <Section
      title={text('issuancePortal:smartCards.tryTitle')}
      description={text('issuancePortal:smartCards.tryText')}
    >
      <TestForm cards={cards} onFormat={() => setIsFormatting(true)} />
      {cards.run !== null && (
        <Box sx={{ mt: 2.5 }}>
          <RunSteps run={cards.run} />
        </Box>
      )}
      {isFormatting && (
        <ConfirmAction
          title={text('issuancePortal:smartCards.formatTitle')}
          confirmLabel={text('issuancePortal:smartCards.formatIt')}
          typed={profile.name}
          isDestructive
          onConfirm={cards.formatIt}
          onClose={() => setIsFormatting(false)}
        >
          {text('issuancePortal:smartCards.formatText')}
        </ConfirmAction>
      )}
    </Section>
  )
}
