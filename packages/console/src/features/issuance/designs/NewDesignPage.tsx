import { templateIds } from '@signet/card/templates'
import { useCreate } from '../../../kit/entity.ts'
import { optionsOf } from '../../../kit/fields.ts'
import { ToolPage } from '../../../kit/frames.tsx'
import { useText } from '../../../lib/i18n.ts'
import { BeginDesign } from '../../../pickers/BeginDesign.tsx'
import { Button } from '../../../ui/Button.tsx'
import { designPath, designsPath } from './design-paths.ts'
import { designs, readTemplate } from './designs.queries.ts'

/** Begins a design: its name, and what it looks like at first. */
const NewDesignPage = () => {
  const text = useText('issuancePortal')
  const create = useCreate(designs)
  const begin = async (name: string, template: string): Promise<string> => {
    const design = await readTemplate(templateIds.find((id) => id === template) ?? 'blank')
    const { id } = await create.mutateAsync({ name, description: null, design })
    return designPath(id)
  }
  return (
    <ToolPage
      title={text('common:pages.addCredentialDesign')}
      actions={
        <Button to={`${designsPath}/create`}>{text('common:pages.credentialDesigner')}</Button>
      }
    >
      <BeginDesign
        texts={{
          title: text('issuancePortal:designs.begin'),
          description: text('issuancePortal:designs.beginText'),
          name: text('issuancePortal:designs.name'),
          begin: text('issuancePortal:designs.start'),
        }}
        from={{
          label: text('issuancePortal:designs.template'),
          options: optionsOf(templateIds, (value) =>
            text(`issuancePortal:designs.templates.${value}`),
          ),
        }}
        first="blank"
        begin={begin}
        listPath={designsPath}
      />
    </ToolPage>
  )
}

export default NewDesignPage
