import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { AttributeFields } from './AttributeFields.tsx'
import { AttributeForm, newAttribute, useAttributeLabels } from './attribute-forms.ts'
import { attributes } from './user-attributes.queries.ts'

/** Adds an own attribute. */
const NewUserAttributePage = () => {
  const text = useText('members')
  const { labels } = useAttributeLabels()
  return (
    <FormPage title={text('common:pages.addUserAttribute')}>
      <Section title={text('members:attributes.section')}>
        <NewForm
          entity={attributes}
          schema={AttributeForm}
          initial={newAttribute}
          labels={labels}
          saveLabel={text('members:attributes.add')}
          made={({ name }) => text('members:attributes.created', { name })}
          listPath="/userattributes"
        >
          <AttributeFields />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewUserAttributePage
