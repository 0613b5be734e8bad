import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { CareSettings } from './CareSettings.tsx'
import { FirmwareSection } from './FirmwareSection.tsx'
import { ForecastSupplies } from './ForecastSupplies.tsx'
import { type Info, infoQuery, useCare } from './fleet.queries.ts'
import { useMayChange } from './use-may-change.ts'

interface PartProps {
  readonly printer: Info
}

const CleanDialog = ({ printer, onClose }: PartProps & { readonly onClose: () => void }) => {
  const text = useText('issuancePortal')
  const { clean } = useCare()
  const run = async (): Promise<void> => {
    await clean.mutateAsync(printer.id)
    showMessage(text('issuancePortal:fleet.cleaned', { name: printer.name }))
  }
  return (
    <ConfirmAction
      title={text('issuancePortal:fleet.action')}
      confirmLabel={text('issuancePortal:fleet.action')}
      onConfirm={run}
      onClose={onClose}
    >
      {text('issuancePortal:fleet.cleanText')}
    </ConfirmAction>
  )
}

const Cleaning = ({ printer }: PartProps) => {
  const text = useText('issuancePortal')
  const { date } = useFormats()
  const mayChange = useMayChange()
  const [isCleaning, setIsCleaning] = useState(false)
  const { cleanedAt, cardsSinceCleaning, cleaningAfter, cleaningDue } = printer
  const action = mayChange('EDIT') && (
    <Button onClick={() => setIsCleaning(true)}>{text('issuancePortal:fleet.action')}</Button>
  )
  const since = text('issuancePortal:fleet.sinceCards', {
    cards: cardsSinceCleaning,
    most: cleaningAfter,
  })
  return (
    <Section title={text('issuancePortal:fleet.cleaning')} actions={action}>
      {cleaningDue && <Tag label={text('issuancePortal:fleet.cleaningDue')} severity="WARNING" />}
      <Facts
        facts={[
          {
            label: text('issuancePortal:fleet.lastCleaned'),
            value: cleanedAt === null ? text('issuancePortal:fleet.never') : date(cleanedAt),
          },
          { label: text('issuancePortal:fleet.sinceCleaning'), value: since },
        ]}
      />
      {isCleaning && <CleanDialog printer={printer} onClose={() => setIsCleaning(false)} />}
    </Section>
  )
}

const Wear = ({ printer }: PartProps) => {
  const text = useText('issuancePortal')
  const { date, number } = useFormats()
  const { cards, cardsPerDay, upSince, supplies } = printer
  return (
    <Section
      title={text('issuancePortal:printers.supplies')}
      description={text('issuancePortal:fleet.forecastHint')}
    >
      <ForecastSupplies supplies={supplies} />
      <Facts
        facts={[
          { label: text('issuancePortal:fleet.cards'), value: number(cards) },
          {
            label: text('issuancePortal:fleet.perDay'),
            value: cardsPerDay === null ? '' : number(cardsPerDay),
          },
          {
            label: text('issuancePortal:fleet.upSince'),
            value: upSince === null ? '' : date(upSince),
          },
        ]}
      />
    </Section>
  )
}

/** Supplies, cleaning, firmware and what goes with them. */
export const PrinterCareTab = ({ printerId }: { readonly printerId: string }) => {
  const query = useQuery(infoQuery(printerId))
  return (
    <QueryView query={query}>
      {(printer) => (
        <>
          <Wear printer={printer} />
          <Cleaning printer={printer} />
          <FirmwareSection printer={printer} />
          <CareSettings printer={printer} />
        </>
      )}
    </QueryView>
  )
}
