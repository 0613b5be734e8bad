import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../../lib/error-text.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { usePassDesignChanges, workflowsQuery } from './flash-pass-designs.queries.ts'
import { passDesignPath, passDesignsPath } from './flash-pass-paths.ts'

interface FormProps {
  readonly isPending: boolean
  readonly onBegin: (wanted: { readonly name: string; readonly workflowId: string }) => void
}

interface ChoiceProps {
  readonly value: string
  readonly onChange: (id: string) => void
}

const PeopleChoice = (props: ChoiceProps) => {
  const text = useText('issuancePortal')
  const { data: workflows = [] } = useQuery(workflowsQuery)
  return (
    <SelectInput
      {...props}
      label={text('issuancePortal:flashPasses.people')}
      placeholder={text('issuancePortal:flashPasses.choosePeople')}
      options={workflows.map((each) => ({ value: each.id, label: each.name }))}
      isRequired
    />
  )
}

const BeginForm = ({ isPending, onBegin }: FormProps) => {
  const text = useText('issuancePortal')
  const [name, setName] = useState('')
  const [workflowId, setWorkflow] = useState('')
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      sx={{ maxWidth: 480 }}
      onSubmit={(event) => {
        event.preventDefault()
        onBegin({ name, workflowId })
      }}
    >
      <TextInput
        label={text('issuancePortal:flashPasses.name')}
        value={name}
        onChange={setName}
        maxLength={100}
        isRequired
      />
      <PeopleChoice value={workflowId} onChange={setWorkflow} />
      <Stack direction="row" spacing={1}>
        <Button
          kind="primary"
          type="submit"
          {...{ isPending }}
          isDisabled={name.trim() === '' || workflowId === ''}
        >
          {text('issuancePortal:flashPasses.create')}
        </Button>
        <Button to={passDesignsPath}>{text('common:actions.cancel')}</Button>
      </Stack>
    </Stack>
  )
}

/** Begins a design from what is asked of people; it is edited afterwards. */
const NewFlashPassDesignPage = () => {
  const text = useText('issuancePortal')
  const navigate = useNavigate()
  const { create } = usePassDesignChanges()
  const [failure, setFailure] = useState<unknown>(null)
  const begin: FormProps['onBegin'] = async (wanted) => {
    try {
      const { id, name } = await create.mutateAsync(wanted)
      showMessage(text('issuancePortal:flashPasses.created', { name }))
      void navigate(passDesignPath(id))
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <>
      <PageHeader title={text('common:pages.addFlashPassDesign')} />
      <Section
        title={text('issuancePortal:flashPasses.begin')}
        description={text('issuancePortal:flashPasses.beginText')}
      >
        {failure !== null && <Notice severity="error">{errorText(failure)}</Notice>}
        <BeginForm isPending={create.isPending} onBegin={(wanted) => void begin(wanted)} />
      </Section>
    </>
  )
}

export default NewFlashPassDesignPage
