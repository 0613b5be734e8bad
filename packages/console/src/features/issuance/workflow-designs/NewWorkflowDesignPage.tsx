import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../../lib/error-text.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { cardsQuery, useWorkflowChanges } from './workflow-designs.queries.ts'
import { workflowPath, workflowsPath } from './workflow-paths.ts'

interface Begun {
  readonly name: string
  readonly credentialDesignId: string
}

interface FormProps {
  readonly isPending: boolean
  readonly onBegin: (wanted: Begun) => void
}

interface ChoiceProps {
  readonly value: string
  readonly onChange: (id: string) => void
}

const CardChoice = (props: ChoiceProps) => {
  const text = useText('issuancePortal')
  const { data: cards = [] } = useQuery(cardsQuery)
  return (
    <SelectInput
      {...props}
      label={text('issuancePortal:enrollmentDesigns.card')}
      placeholder={text('issuancePortal:enrollmentDesigns.chooseCard')}
      options={cards.map((card) => ({ value: card.id, label: card.name }))}
      isRequired
    />
  )
}

const BeginForm = ({ isPending, onBegin }: FormProps) => {
  const text = useText('issuancePortal')
  const [name, setName] = useState('')
  const [credentialDesignId, setCard] = useState('')
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      sx={{ maxWidth: 480 }}
      onSubmit={(event) => {
        event.preventDefault()
        onBegin({ name, credentialDesignId })
      }}
    >
      <TextInput
        label={text('issuancePortal:enrollmentDesigns.name')}
        value={name}
        onChange={setName}
        maxLength={100}
        isRequired
      />
      <CardChoice value={credentialDesignId} onChange={setCard} />
      <Stack direction="row" spacing={1}>
        <Button
          kind="primary"
          type="submit"
          {...{ isPending }}
          isDisabled={name.trim() === '' || credentialDesignId === ''}
        >
          {text('issuancePortal:enrollmentDesigns.generate')}
        </Button>
        <Button to={workflowsPath}>{text('common:actions.cancel')}</Button>
      </Stack>
    </Stack>
  )
}

/** Generates an enrollment from a card; what it asks is edited afterwards. */
const NewWorkflowDesignPage = () => {
  const text = useText('issuancePortal')
  const navigate = useNavigate()
  const { create } = useWorkflowChanges()
  const [failure, setFailure] = useState<unknown>(null)
  const begin = async (wanted: Begun): Promise<void> => {
    try {
      const { id } = await create.mutateAsync(wanted)
      void navigate(workflowPath(id))
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <>
      <PageHeader title={text('common:pages.addEnrollmentDesign')} />
      <Section
        title={text('issuancePortal:enrollmentDesigns.begin')}
        description={text('issuancePortal:enrollmentDesigns.beginText')}
      >
        {failure !== null && <Notice severity="error">{errorText(failure)}</Notice>}
        <BeginForm isPending={create.isPending} onBegin={(wanted) => void begin(wanted)} />
      </Section>
    </>
  )
}

export default NewWorkflowDesignPage
