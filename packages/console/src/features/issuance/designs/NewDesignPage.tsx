import Stack from '@mui/material/Stack'
import { type TemplateId, templateIds } from '@signet/card/templates'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../../lib/error-text.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { designPath, designsPath } from './design-paths.ts'
import { readTemplate, useDesignChanges } from './designs.queries.ts'

interface Begun {
  readonly name: string
  readonly template: string
}

interface FormProps {
  readonly isPending: boolean
  readonly onBegin: (wanted: Begun) => void
}

const BeginForm = ({ isPending, onBegin }: FormProps) => {
  const text = useText('issuancePortal')
  const [name, setName] = useState('')
  const [template, setTemplate] = useState('blank')
  const nameOf = (value: TemplateId) => text(`issuancePortal:designs.templates.${value}`)
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      sx={{ maxWidth: 480 }}
      onSubmit={(event) => {
        event.preventDefault()
        onBegin({ name, template })
      }}
    >
      <TextInput
        label={text('issuancePortal:designs.name')}
        value={name}
        onChange={setName}
        maxLength={100}
        isRequired
      />
      <SelectInput
        options={templateIds.map((value) => ({ value, label: nameOf(value) }))}
        label={text('issuancePortal:designs.template')}
        value={template}
        onChange={setTemplate}
      />
      <Stack direction="row" spacing={1}>
        <Button kind="primary" type="submit" {...{ isPending }} isDisabled={name.trim() === ''}>
          {text('issuancePortal:designs.start')}
        </Button>
        <Button to={designsPath}>{text('common:actions.cancel')}</Button>
      </Stack>
    </Stack>
  )
}

/** Begins a design: its name, and what it looks like at first. */
const NewDesignPage = () => {
  const text = useText('issuancePortal')
  const navigate = useNavigate()
  const { create } = useDesignChanges()
  const [failure, setFailure] = useState<unknown>(null)
  const begin = async ({ name, template }: Begun): Promise<void> => {
    const id = templateIds.find((each) => each === template) ?? 'blank'
    try {
      const design = await readTemplate(id)
      const made = await create.mutateAsync({ name, description: null, design })
      void navigate(designPath(made.id))
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <>
      <PageHeader
        title={text('common:pages.addCredentialDesign')}
        actions={
          <Button to={`${designsPath}/create`}>{text('common:pages.credentialDesigner')}</Button>
        }
      />
      <Section
        title={text('issuancePortal:designs.begin')}
        description={text('issuancePortal:designs.beginText')}
      >
        {failure !== null && <Notice severity="error">{errorText(failure)}</Notice>}
        <BeginForm isPending={create.isPending} onBegin={(wanted) => void begin(wanted)} />
      </Section>
    </>
  )
}

export default NewDesignPage
