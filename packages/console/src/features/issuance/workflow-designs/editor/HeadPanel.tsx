import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../../lib/i18n.ts'
import { IssuanceGroupPicker } from '../../../../pickers/IssuanceGroupPicker.tsx'
import type { Named } from '../../../../pickers/NamedPicker.tsx'
import { Section } from '../../../../ui/Page.tsx'
import { SelectInput } from '../../../../ui/SelectInput.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { ToggleInput } from '../../../../ui/ToggleInput.tsx'
import { cardsQuery } from '../workflow-designs.queries.ts'
import type { Draft } from './use-draft.ts'

interface HeadProps {
  readonly draft: Draft
  readonly put: (change: Partial<Draft>) => void
}

/** The card that it fills; its own name where cards may not be looked at. */
const CardChoice = ({ draft, put }: HeadProps) => {
  const text = useText('issuancePortal')
  const { data = [] } = useQuery(cardsQuery)
  const others = data.filter(({ id }) => id !== draft.credentialDesignId)
  const own = { id: draft.credentialDesignId, name: draft.cardName }
  return (
    <SelectInput
      label={text('issuancePortal:enrollmentDesigns.card')}
      value={draft.credentialDesignId}
      onChange={(id) =>
        put({
          credentialDesignId: id,
          cardName: data.find((each) => each.id === id)?.name ?? draft.cardName,
        })
      }
      options={[own, ...others].map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

/** What the design is called, which card it fills, whose people it is for. */
export const HeadPanel = ({ draft, put }: HeadProps) => {
  const text = useText('issuancePortal')
  return (
    <Section title={text('issuancePortal:enrollmentDesigns.head')}>
      <Stack spacing={1.5} sx={{ maxWidth: 640 }}>
        <TextInput
          label={text('issuancePortal:enrollmentDesigns.name')}
          value={draft.name}
          maxLength={100}
          onChange={(name) => put({ name })}
          isRequired
        />
        <TextInput
          label={text('issuancePortal:enrollmentDesigns.description')}
          value={draft.description}
          maxLength={500}
          onChange={(description) => put({ description })}
        />
        <CardChoice {...{ draft, put }} />
        <ToggleInput
          label={text('issuancePortal:enrollmentDesigns.allGroups')}
          value={draft.allGroups}
          onChange={(allGroups) => put({ allGroups })}
        />
        {!draft.allGroups && (
          <IssuanceGroupPicker
            label={text('issuancePortal:enrollmentDesigns.groups')}
            hint={text('issuancePortal:enrollmentDesigns.groupsHint')}
            value={draft.groups}
            onChange={(groups: readonly Named[]) => put({ groups })}
          />
        )}
      </Stack>
    </Section>
  )
}
