import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useDeletion } from '../../../kit/deletion.tsx'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { AttributeFields, SystemAttributeFields } from './AttributeFields.tsx'
import { AttributeForm, formOf, useAttributeLabels } from './attribute-forms.ts'
import { useAttributeName } from './attribute-names.ts'
import { type Attribute, attributes } from './user-attributes.queries.ts'

interface ReadProps {
  readonly read: Tagged<Attribute>
}

const Editor = ({ read }: ReadProps) => {
  const text = useText('members')
  const { labels } = useAttributeLabels()
  const { name, group, requiredFixed } = read.value
  return (
    <EditForm
      entity={attributes}
      {...{ read, formOf }}
      schema={AttributeForm}
      labels={labels}
      saved={() => text('members:attributes.saved', { name })}
    >
      {group === 'EXTRA' ? <AttributeFields /> : <SystemAttributeFields isFixed={requiredFixed} />}
    </EditForm>
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

const useAttributeDeletion = ({ id, name }: Attribute) => {
  const text = useText('members')
  return useDeletion({
    entity: attributes,
    id,
    typed: name,
    texts: {
      title: text('members:attributes.deletes.title'),
      action: text('members:attributes.deletes.action'),
      text: text('members:attributes.deletes.text'),
      done: text('members:attributes.deletes.done', { name }),
    },
    listPath: '/userattributes',
  })
}

const Loaded = ({ read }: ReadProps) => {
  const text = useText('members')
  const may = useMay()
  const nameOf = useAttributeName()
  const attribute = read.value
  const { action, dialog } = useAttributeDeletion(attribute)
  const mayDelete = attribute.group === 'EXTRA' && may(['USERATTRIBUTES', 'REMOVE'])
  return (
    <DetailsPage
      title={nameOf(attribute)}
      detail={text(`members:attributes.group.${attribute.group}`)}
      actions={mayDelete && <Button onClick={action.onSelect}>{action.label}</Button>}
    >
      <Section title={text('members:attributes.section')}>
        {may(['USERATTRIBUTES', 'EDIT']) ? (
          <Editor read={read} />
        ) : (
          <ReadOnly attribute={attribute} />
        )}
      </Section>
      {dialog}
    </DetailsPage>
  )
}

/** One attribute. */
const UserAttributePage = () => {
  const { attributeId = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(attributes, attributeId))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default UserAttributePage
