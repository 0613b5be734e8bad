import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { z } from 'zod'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { AttributeFields, SystemAttributeFields } from './AttributeFields.tsx'
import { AttributeForm, formOf, useAttributeLabels } from './attribute-forms.ts'
import { useAttributeName } from './attribute-names.ts'
import {
  type Attribute,
  attributeQuery,
  readAttribute,
  useAttributeChanges,
} from './user-attributes.queries.ts'

interface ReadProps {
  readonly read: Tagged<Attribute>
}

const Editor = ({ read }: ReadProps) => {
  const text = useText('members')
  const { labels } = useAttributeLabels()
  const { save } = useAttributeChanges()
  const { id, name, group, requiredFixed } = read.value
  const versionOf = ({ value, etag }: Tagged<Attribute>) => ({ value: formOf(value), etag })
  return (
    <EntityForm
      key={read.etag}
      schema={AttributeForm}
      initial={versionOf(read)}
      labels={labels}
      reload={async () => versionOf(await readAttribute(id))}
      save={(body: z.output<typeof AttributeForm>, etag) => save.mutateAsync({ id, body, etag })}
      onSaved={() => showMessage(text('members:attributes.saved', { name }))}
    >
      {group === 'EXTRA' ? <AttributeFields /> : <SystemAttributeFields isFixed={requiredFixed} />}
    </EntityForm>
  )
}

/** The attribute for somebody who may see but not change it. */
const ReadOnly = ({ attribute }: { readonly attribute: Attribute }) => {
  const text = useText('members')
  const { label } = useAttributeLabels()
  const yes = (is: boolean): string => text(`members:attributes.${is ? 'yes' : 'no'}`)
  return (
    <Facts
      facts={[
        { label: label('description'), value: attribute.description },
        { label: label('type'), value: text(`members:attributes.type.${attribute.type}`) },
        { label: label('required'), value: yes(attribute.required) },
        { label: label('unique'), value: yes(attribute.unique) },
      ]}
    />
  )
}

interface DeleteProps {
  readonly attribute: Attribute
  readonly onClose: () => void
}

const DeleteDialog = ({ attribute: { id, name }, onClose }: DeleteProps) => {
  const text = useText('members')
  const navigate = useNavigate()
  const { remove } = useAttributeChanges()
  const run = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('members:attributes.deletes.done', { name }))
    void navigate('/userattributes')
  }
  return (
    <ConfirmAction
      title={text('members:attributes.deletes.title')}
      confirmLabel={text('members:attributes.deletes.action')}
      typed={name}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {text('members:attributes.deletes.text')}
    </ConfirmAction>
  )
}

const Loaded = ({ read }: ReadProps) => {
  const text = useText('members')
  const may = useMay()
  const nameOf = useAttributeName()
  const [isDeleting, setIsDeleting] = useState(false)
  const attribute = read.value
  const mayDelete = attribute.group === 'EXTRA' && may(['USERATTRIBUTES', 'REMOVE'])
  return (
    <>
      <PageHeader
        title={nameOf(attribute)}
        detail={text(`members:attributes.group.${attribute.group}`)}
        actions={
          mayDelete && (
            <Button onClick={() => setIsDeleting(true)}>
              {text('members:attributes.deletes.action')}
            </Button>
          )
        }
      />
      <Section title={text('members:attributes.section')}>
        {may(['USERATTRIBUTES', 'EDIT']) ? (
          <Editor read={read} />
        ) : (
          <ReadOnly attribute={attribute} />
        )}
      </Section>
      {isDeleting && <DeleteDialog attribute={attribute} onClose={() => setIsDeleting(false)} />}
    </>
  )
}

/** One attribute. */
const UserAttributePage = () => {
  const { attributeId = '' } = useParams()
  return (
    <QueryView query={useQuery(attributeQuery(attributeId))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default UserAttributePage
